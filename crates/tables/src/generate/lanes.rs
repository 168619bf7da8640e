//! Eight words at once: the arithmetic under the generator.
//!
//! A block of positions is eight rows of eight words. [`Lanes`] is one row as a value; the portable
//! form is an array that the compiler turns into vector instructions, [`run`] decides which ones.

use std::sync::LazyLock;

/// Eight words in memory, aligned for the widest vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [u64; 8]);

/// Eight words as a value; lane 0 first.
pub(crate) trait Lanes: Copy {
    fn load(row: &Row) -> Self;
    fn store(self, row: &mut Row);
    fn splat(word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// `self | run & mask`: one step along a ray.
    fn or_and(self, run: Self, mask: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Lane `i` becomes lane `i + N`; zeros come in.
    fn lanes_down<const N: usize>(self) -> Self;
    /// Lane `i` becomes lane `i - N`; zeros come in.
    fn lanes_up<const N: usize>(self) -> Self;
    fn shl<const N: u32>(self) -> Self;
    fn shr<const N: u32>(self) -> Self;
    /// Exchanges rows and lanes: word `(r, l)` becomes word `(l, r)`.
    fn transpose(block: [Self; 8]) -> [Self; 8];
}

/// An array of eight words.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Portable([u64; 8]);

impl Portable {
    #[inline(always)]
    fn map(f: impl Fn(usize) -> u64) -> Portable {
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate() {
            *word = f(i);
        }
        Portable(words)
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn load(row: &Row) -> Self {
        Portable(row.0)
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        row.0 = self.0;
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Portable([word; 8])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Portable::map(|i| self.0[i] & other.0[i])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Portable::map(|i| self.0[i] | other.0[i])
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Portable::map(|i| self.0[i] & !other.0[i])
    }
    #[inline(always)]
    fn or_and(self, run: Self, mask: Self) -> Self {
        Portable::map(|i| self.0[i] | run.0[i] & mask.0[i])
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
    #[inline(always)]
    fn lanes_down<const N: usize>(self) -> Self {
        Portable::map(|i| if i + N < 8 { self.0[i + N] } else { 0 })
    }
    #[inline(always)]
    fn lanes_up<const N: usize>(self) -> Self {
        Portable::map(|i| if i >= N { self.0[i - N] } else { 0 })
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Portable::map(|i| self.0[i] << N)
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Portable::map(|i| self.0[i] >> N)
    }
    #[inline(always)]
    fn transpose(block: [Self; 8]) -> [Self; 8] {
        let mut out = block;
        for (r, row) in out.iter_mut().enumerate() {
            *row = Portable::map(|l| block[l].0[r]);
        }
        out
    }
}

/// Work that is compiled once for each set of vector instructions.
pub(crate) trait Task: Sized {
    type Output;
    /// Everything below must be `#[inline(always)]`, so that it is compiled for the caller's
    /// instructions.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// The vector instructions a task is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// What every machine of this kind has.
    Baseline,
    /// 256-bit vectors.
    Avx2,
}

impl Instructions {
    /// The best that this machine has.
    pub fn best() -> Instructions {
        static BEST: LazyLock<Instructions> = LazyLock::new(|| {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("popcnt")
            {
                return Instructions::Avx2;
            }
            Instructions::Baseline
        });
        *BEST
    }
}

#[cfg(test)]
impl Instructions {
    /// All that this machine has.
    pub(crate) fn available() -> impl Iterator<Item = Instructions> {
        let all = [Instructions::Baseline, Instructions::Avx2];
        all.into_iter().filter(|&instructions| instructions <= Instructions::best())
    }
}

/// Runs a task with the given instructions.
#[inline]
pub(crate) fn run<T: Task>(instructions: Instructions, task: T) -> T::Output {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: `Instructions::best` is the only source of `Avx2` and has asked the machine.
        Instructions::Avx2 => unsafe { run_avx2(task) },
        _ => task.run::<Portable>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run::<Portable>()
}
