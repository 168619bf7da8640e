//! Several threads at one search: tasks are shared out, results are put in order.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread::Builder,
    time::{Duration, Instant},
};

use super::limits::Watch;

/// One that can be helped: it hands its work to others and takes back what they counted.
pub(crate) trait Chief: Send + Sized {
    /// Another one for the same work.
    fn helper(&self) -> Self;

    /// Whether the work has become long enough to share it.
    fn wants_help(&self) -> Help;

    /// Whether all are at one task at a time rather than at one each, looking at moves in the same order
    /// but for those that others are at: where tasks build on what came of those before.
    fn keeps_together(&self) -> bool {
        false
    }

    /// What watches over its search, and in which order it looks at moves ([`rearrange`]).
    fn at_work(&mut self) -> (&mut Watch, &mut usize);

    /// From now on does tasks that another does too, in the `nth` order, until that one is done: what
    /// both find out is in the table that they share, so that each should go another way.
    fn join_in(&mut self, nth: usize, until: Arc<AtomicBool>) {
        let (watch, place) = self.at_work();
        *place = nth;
        watch.join_in(until);
    }

    /// From now on does tasks of its own again, in its own order.
    fn turn_back(&mut self, nth: usize) {
        let (watch, place) = self.at_work();
        *place = nth;
        watch.turn_back();
    }

    /// Takes a helper's counts over.
    fn dismiss(&mut self, mut helper: Self) {
        self.at_work().0.join(helper.at_work().0);
    }
}

/// When others shall help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Help {
    /// At once.
    Now,
    /// If the next task is not done in a moment.
    Soon,
    /// After the next task at the earliest.
    Later,
}

/// The tasks of a crew, handed out from the first to the last.
struct Tasks {
    next: AtomicUsize,
    /// For each task whether it is done.
    done: Vec<Arc<AtomicBool>>,
    /// How often somebody began to help.
    helped: AtomicUsize,
}

impl Tasks {
    fn take(&self) -> Option<usize> {
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.done.len()).then_some(task)
    }

    fn is_done(&self, task: usize) -> bool {
        self.done[task].load(Ordering::Relaxed)
    }

    /// Does a task.
    fn settle<C, T>(&self, one: &mut C, task: usize, work: impl Fn(&mut C, usize) -> T) -> T {
        let result = work(one, task);
        self.done[task].store(true, Ordering::Relaxed);
        result
    }

    /// Helps with the tasks that others are still at.
    fn help<C: Chief, T>(&self, one: &mut C, work: impl Fn(&mut C, usize) -> T) {
        let own = *one.at_work().1;
        for (task, done) in self.done.iter().enumerate() {
            if !self.is_done(task) {
                let nth = match one.keeps_together() {
                    true => 0,
                    false => OTHER_END + 1 + self.helped.fetch_add(1, Ordering::Relaxed) % HELPERS,
                };
                one.join_in(nth, done.clone());
                work(one, task);
                one.turn_back(own);
            }
        }
    }

    /// Waits until it is clear that this is no small work.
    fn wait_a_moment(&self) {
        let since = Instant::now();
        let all_taken = || self.next.load(Ordering::Relaxed) > self.done.len();
        while !all_taken()
            && let Some(left) = MOMENT.checked_sub(since.elapsed())
        {
            std::thread::park_timeout(left);
        }
    }

    fn give_up(&self) {
        self.next.store(self.done.len(), Ordering::Relaxed);
        self.done.iter().for_each(|done| done.store(true, Ordering::Relaxed));
    }
}

/// Work that is done in this time is done alone; tests want to see it shared.
const MOMENT: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_millis(2) };

/// How many orders there are in which helpers look at moves.
const HELPERS: usize = 16;

/// The order in which a helper looks at the moves of its own tasks where every move has to be looked at:
/// threads that begin at different ends rarely do the same work at the same time.
pub(crate) const OTHER_END: usize = 1;

/// Puts moves in the `nth` order: in the first they stay, in the second the last is the first.
pub(crate) fn rearrange<M>(moves: &mut [M], nth: usize) {
    if nth == 0 || moves.is_empty() {
        return;
    }
    if nth % 2 == 1 {
        moves.reverse();
    }
    let part = moves.len() * (nth / 2) / (nth / 2 + 1);
    moves.rotate_left(part);
}

/// Does the tasks `0..tasks` with up to so many threads. Results come as they are ready, each with the
/// number of its task, until `ready` has enough. Small work is done alone. Who has nothing left to do
/// helps those who have.
pub(crate) fn share<C: Chief, T: Send>(
    chief: &mut C,
    tasks: usize,
    threads: usize,
    work: impl Fn(&mut C, usize) -> T + Sync,
    mut ready: impl FnMut(usize, T) -> bool,
) {
    let mut first = 0;
    let mut help = Help::Later;
    while first < tasks {
        help = if threads < 2 { Help::Later } else { chief.wants_help() };
        if help != Help::Later {
            break;
        }
        if !ready(first, work(chief, first)) {
            return;
        }
        first += 1;
    }
    if first == tasks {
        return;
    }
    let done = (0..tasks).map(|task| Arc::new(AtomicBool::new(task < first))).collect();
    let helped = AtomicUsize::new(0);
    let tasks = Tasks { next: AtomicUsize::new(first), done, helped };
    let helpers: Vec<C> = (1..threads).map(|_| chief.helper()).collect();
    let (work, tasks) = (&work, &tasks);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        // if there are too many threads, fewer help
        let helpers: Vec<_> = helpers
            .into_iter()
            .map_while(|mut helper| {
                let sender = sender.clone();
                let labour = move || {
                    if help == Help::Soon {
                        tasks.wait_a_moment();
                    }
                    while !helper.keeps_together()
                        && let Some(task) = tasks.take()
                    {
                        // nobody listens only if the chief has given up
                        let result = tasks.settle(&mut helper, task, work);
                        if sender.send((task, result)).is_err() {
                            break;
                        }
                    }
                    drop(sender);
                    tasks.help(&mut helper, work);
                    helper
                };
                Builder::new().spawn_scoped(scope, labour).ok()
            })
            .collect();
        drop(sender);
        let mut more = true;
        while more && let Some(task) = tasks.take() {
            more = ready(task, tasks.settle(chief, task, work))
                && results.try_iter().all(|(task, result)| ready(task, result));
        }
        if more {
            tasks.help(chief, work);
        }
        if !more || !results.iter().all(|(task, result)| ready(task, result)) {
            tasks.give_up();
        }
        drop(results);
        for helper in &helpers {
            helper.thread().unpark();
        }
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
    use crate::Limits;

    /// Counts what it did by the nodes of its watch.
    struct Counter {
        watch: Watch,
        nth: usize,
        together: bool,
    }

    impl Chief for Counter {
        fn helper(&self) -> Counter {
            Counter { watch: self.watch.another(), nth: 0, together: self.together }
        }

        fn keeps_together(&self) -> bool {
            self.together
        }

        fn wants_help(&self) -> Help {
            if self.watch.nodes > 10 { Help::Soon } else { Help::Later }
        }

        fn at_work(&mut self) -> (&mut Watch, &mut usize) {
            (&mut self.watch, &mut self.nth)
        }
    }

    #[test]
    fn every_helper_looks_at_all_moves() {
        for nth in 0..=OTHER_END + HELPERS {
            for moves in 0..20 {
                let mut order: Vec<usize> = (0..moves).collect();
                rearrange(&mut order, nth);
                order.sort_unstable();
                assert!(order.into_iter().eq(0..moves));
            }
        }
    }

    #[test]
    fn every_task_is_done_once() {
        let crews = (1..5).flat_map(|threads| [(threads, false), (threads, true)]);
        for (threads, together) in crews {
            let watch = Watch::new(&Limits::default(), None);
            let mut chief = Counter { watch, nth: 0, together };
            let mut done = vec![0; 100];
            let work = |counter: &mut Counter, task: usize| {
                counter.watch.nodes += u64::from(counter.nth == 0);
                task * task
            };
            share(&mut chief, 100, threads, work, |task, result| {
                assert_eq!(result, task * task);
                done[task] += 1;
                true
            });
            assert!(done.iter().all(|&times| times == 1));
            match together {
                // what they help with counts too
                true => assert!(chief.watch.nodes >= 100),
                false => assert_eq!(chief.watch.nodes, 100),
            }
        }
    }
}
