//! Several threads at one search: tasks are shared out, results are put in order.

use std::sync::{
    atomic::{AtomicUsize, Ordering},
    mpsc,
};

/// One that can be helped: it hands its work to others and takes back what they counted.
pub(crate) trait Chief: Send + Sized {
    /// Another one for the same work.
    fn helper(&self) -> Self;

    /// Whether the work has become long enough to share it.
    fn wants_help(&self) -> bool;

    /// Takes a helper's counts over.
    fn dismiss(&mut self, helper: Self);
}

/// Does the tasks `0..tasks` with up to so many threads. Results come as they are ready, each with the
/// number of its task, until `ready` has enough. Small work is done alone.
pub(crate) fn share<C: Chief, T: Send>(
    chief: &mut C,
    tasks: usize,
    threads: usize,
    work: impl Fn(&mut C, usize) -> T + Sync,
    mut ready: impl FnMut(usize, T) -> bool,
) {
    let mut first = 0;
    while first < tasks && (threads < 2 || !chief.wants_help()) {
        if !ready(first, work(chief, first)) {
            return;
        }
        first += 1;
    }
    if first == tasks {
        return;
    }
    let next = AtomicUsize::new(first);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks);
    let helpers: Vec<C> = (1..threads).map(|_| chief.helper()).collect();
    let (work, take) = (&work, &take);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let helpers: Vec<_> = helpers
            .into_iter()
            .map(|mut helper| {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some(task) = take() {
                        // nobody listens only if the chief has given up
                        if sender.send((task, work(&mut helper, task))).is_err() {
                            break;
                        }
                    }
                    helper
                })
            })
            .collect();
        drop(sender);
        let mut more = true;
        while more && let Some(task) = take() {
            more = ready(task, work(chief, task))
                && results.try_iter().all(|(task, result)| ready(task, result));
        }
        if !more || !results.iter().all(|(task, result)| ready(task, result)) {
            next.store(tasks, Ordering::Relaxed);
        }
        drop(results);
        for helper in helpers {
            match helper.join() {
                Ok(helper) => chief.dismiss(helper),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counter(u64);

    impl Chief for Counter {
        fn helper(&self) -> Counter {
            Counter(0)
        }

        fn wants_help(&self) -> bool {
            self.0 > 10
        }

        fn dismiss(&mut self, helper: Counter) {
            self.0 += helper.0;
        }
    }

    #[test]
    fn every_task_is_done_once() {
        for threads in 1..5 {
            let mut chief = Counter(0);
            let mut done = vec![0; 100];
            let work = |counter: &mut Counter, task: usize| {
                counter.0 += 1;
                task * task
            };
            share(&mut chief, 100, threads, work, |task, result| {
                assert_eq!(result, task * task);
                done[task] += 1;
                true
            });
            assert!(done.iter().all(|&times| times == 1));
            assert_eq!(chief.0, 100);
        }
    }
}
