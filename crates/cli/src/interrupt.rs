//! Ctrl-C during long work: asked once, the work ends where it can; asked twice, at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks for the end of the work.
pub(crate) fn listen() {
    let ask = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // without a handler Ctrl-C ends the process, which harms no table either
    let _ = ctrlc::set_handler(ask);
}

/// Whether the work shall end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
