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
    fn xor(self, other: Self) -> Self;
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
    /// Lane `i` becomes lane `7 - i`.
    fn reversed(self) -> Self;
    /// Exchanges rows and lanes: word `(r, l)` becomes word `(l, r)`.
    fn transpose(block: [Self; 8]) -> [Self; 8];
    /// Sets the bytes whose bits are set in a word.
    fn paint(bytes: &mut [u8; 64], word: u64, byte: u8);
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
    fn xor(self, other: Self) -> Self {
        Portable::map(|i| self.0[i] ^ other.0[i])
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
        {
            let mut any = 0;
            for word in self.0 {
                any |= word;
            }
            any == 0
        }
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
    fn reversed(self) -> Self {
        Portable::map(|i| self.0[7 - i])
    }
    #[inline(always)]
    fn transpose(block: [Self; 8]) -> [Self; 8] {
        let mut out = block;
        for (r, row) in out.iter_mut().enumerate() {
            *row = Portable::map(|l| block[l].0[r]);
        }
        out
    }
    #[inline(always)]
    fn paint(bytes: &mut [u8; 64], word: u64, byte: u8) {
        let fill = u64::from_ne_bytes([byte; 8]);
        for (i, bytes) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mask = spread((word >> (8 * i)) as u8);
            *bytes = (u64::from_le_bytes(*bytes) & !mask | fill & mask).to_le_bytes();
        }
    }
}

/// Bit `i` of a byte becomes byte `i` of a word, all ones or zero.
#[inline(always)]
fn spread(byte: u8) -> u64 {
    static SPREAD: [u64; 256] = {
        let mut spread = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                if byte >> bit & 1 != 0 {
                    spread[byte] |= 0xff << (8 * bit);
                }
                bit += 1;
            }
            byte += 1;
        }
        spread
    };
    SPREAD[usize::from(byte)]
}

/// Two 256-bit registers. The methods may only be reached from code that [`run`] has compiled for
/// AVX2.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    use super::{Lanes, Row};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(super) struct Avx2(__m256i, __m256i);

    // SAFETY (all blocks below): every intrinsic needs AVX2 and nothing else; `Avx2` is private to
    // this file and used by `run_avx2` alone, which the machine has been asked for. Loads and stores
    // go to the two halves of a `Row`, 64 bytes aligned to 64.
    impl Lanes for Avx2 {
        #[inline(always)]
        fn load(row: &Row) -> Self {
            let half = row.0.as_ptr().cast::<__m256i>();
            // SAFETY: see above.
            unsafe { Avx2(_mm256_load_si256(half), _mm256_load_si256(half.add(1))) }
        }
        #[inline(always)]
        fn store(self, row: &mut Row) {
            let half = row.0.as_mut_ptr().cast::<__m256i>();
            // SAFETY: see above.
            unsafe {
                _mm256_store_si256(half, self.0);
                _mm256_store_si256(half.add(1), self.1);
            }
        }
        #[inline(always)]
        fn splat(word: u64) -> Self {
            // SAFETY: see above.
            let word = unsafe { _mm256_set1_epi64x(word as i64) };
            Avx2(word, word)
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx2(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx2(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx2(_mm256_xor_si256(self.0, other.0), _mm256_xor_si256(self.1, other.1)) }
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                Avx2(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1))
            }
        }
        #[inline(always)]
        fn or_and(self, run: Self, mask: Self) -> Self {
            self.or(run.and(mask))
        }
        #[inline(always)]
        fn is_zero(self) -> bool {
            // SAFETY: see above.
            unsafe {
                let any = _mm256_or_si256(self.0, self.1);
                _mm256_testz_si256(any, any) != 0
            }
        }
        #[inline(always)]
        fn lanes_down<const N: usize>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                if N == 1 {
                    let low = _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0);
                    let high = _mm256_permute4x64_epi64::<0b00_11_10_01>(self.1);
                    let zero = _mm256_setzero_si256();
                    Avx2(
                        _mm256_blend_epi32::<0b1100_0000>(low, high),
                        _mm256_blend_epi32::<0b1100_0000>(high, zero),
                    )
                } else {
                    Avx2(
                        _mm256_permute2x128_si256::<0x21>(self.0, self.1),
                        _mm256_permute2x128_si256::<0x81>(self.1, self.1),
                    )
                }
            }
        }
        #[inline(always)]
        fn lanes_up<const N: usize>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                if N == 1 {
                    let low = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0);
                    let high = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.1);
                    let zero = _mm256_setzero_si256();
                    Avx2(
                        _mm256_blend_epi32::<0b0000_0011>(low, zero),
                        _mm256_blend_epi32::<0b0000_0011>(high, low),
                    )
                } else {
                    Avx2(
                        _mm256_permute2x128_si256::<0x08>(self.0, self.0),
                        _mm256_permute2x128_si256::<0x21>(self.0, self.1),
                    )
                }
            }
        }
        #[inline(always)]
        fn shl<const N: u32>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                let count = _mm_cvtsi32_si128(N as i32);
                Avx2(_mm256_sll_epi64(self.0, count), _mm256_sll_epi64(self.1, count))
            }
        }
        #[inline(always)]
        fn shr<const N: u32>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                let count = _mm_cvtsi32_si128(N as i32);
                Avx2(_mm256_srl_epi64(self.0, count), _mm256_srl_epi64(self.1, count))
            }
        }
        #[inline(always)]
        fn reversed(self) -> Self {
            // SAFETY: see above.
            unsafe {
                Avx2(
                    _mm256_permute4x64_epi64::<0b00_01_10_11>(self.1),
                    _mm256_permute4x64_epi64::<0b00_01_10_11>(self.0),
                )
            }
        }
        #[inline(always)]
        fn transpose(b: [Self; 8]) -> [Self; 8] {
            let [r0, r1, r2, r3] = four([b[0].0, b[1].0, b[2].0, b[3].0]);
            let [r4, r5, r6, r7] = four([b[0].1, b[1].1, b[2].1, b[3].1]);
            let [s0, s1, s2, s3] = four([b[4].0, b[5].0, b[6].0, b[7].0]);
            let [s4, s5, s6, s7] = four([b[4].1, b[5].1, b[6].1, b[7].1]);
            [
                Avx2(r0, s0),
                Avx2(r1, s1),
                Avx2(r2, s2),
                Avx2(r3, s3),
                Avx2(r4, s4),
                Avx2(r5, s5),
                Avx2(r6, s6),
                Avx2(r7, s7),
            ]
        }
        #[inline(always)]
        fn paint(bytes: &mut [u8; 64], word: u64, byte: u8) {
            // SAFETY: see above.
            unsafe { paint(bytes, word, byte) }
        }
    }

    /// Sets the bytes whose bits are set in a word.
    ///
    /// # Safety
    ///
    /// The machine must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn paint(bytes: &mut [u8; 64], word: u64, byte: u8) {
        let (halves, _) = bytes.as_chunks_mut::<32>();
        for (i, half) in halves.iter_mut().enumerate() {
            // SAFETY: AVX2 is there; loads and stores go to the 32 bytes of `half`.
            unsafe {
                let place = half.as_mut_ptr().cast::<__m256i>();
                // each byte gets the eight bits among which its own is, and then looks at that one
                let bits = _mm256_set1_epi32((word >> (32 * i)) as i32);
                let eights = _mm256_set_epi64x(
                    0x0303_0303_0303_0303,
                    0x0202_0202_0202_0202,
                    0x0101_0101_0101_0101,
                    0,
                );
                let own = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let found = _mm256_and_si256(_mm256_shuffle_epi8(bits, eights), own);
                let mask = _mm256_cmpeq_epi8(found, own);
                let fill = _mm256_set1_epi8(byte as i8);
                let painted = _mm256_blendv_epi8(_mm256_loadu_si256(place), fill, mask);
                _mm256_storeu_si256(place, painted);
            }
        }
    }

    /// Four rows of four words, exchanged.
    #[inline(always)]
    fn four(rows: [__m256i; 4]) -> [__m256i; 4] {
        // SAFETY: see above.
        unsafe {
            let even = _mm256_unpacklo_epi64(rows[0], rows[1]);
            let odd = _mm256_unpackhi_epi64(rows[0], rows[1]);
            let even_below = _mm256_unpacklo_epi64(rows[2], rows[3]);
            let odd_below = _mm256_unpackhi_epi64(rows[2], rows[3]);
            [
                _mm256_permute2x128_si256::<0x20>(even, even_below),
                _mm256_permute2x128_si256::<0x20>(odd, odd_below),
                _mm256_permute2x128_si256::<0x31>(even, even_below),
                _mm256_permute2x128_si256::<0x31>(odd, odd_below),
            ]
        }
    }
}

/// One 512-bit register. The methods may only be reached from code that [`run`] has compiled for
/// AVX-512.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx512 {
    use super::{Lanes, Row};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(super) struct Avx512(__m512i);

    // SAFETY (all blocks below): every intrinsic needs AVX-512F and nothing else; `Avx512` is private
    // to this file and used by `run_avx512` alone, which the machine has been asked for. Loads and
    // stores go to a `Row`, 64 bytes aligned to 64.
    impl Lanes for Avx512 {
        #[inline(always)]
        fn load(row: &Row) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_load_si512(row.0.as_ptr().cast())) }
        }
        #[inline(always)]
        fn store(self, row: &mut Row) {
            // SAFETY: see above.
            unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), self.0) }
        }
        #[inline(always)]
        fn splat(word: u64) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_set1_epi64(word as i64)) }
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_and_si512(self.0, other.0)) }
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_or_si512(self.0, other.0)) }
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_xor_si512(self.0, other.0)) }
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_andnot_si512(other.0, self.0)) }
        }
        #[inline(always)]
        fn or_and(self, run: Self, mask: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_ternarylogic_epi64::<0xf8>(self.0, run.0, mask.0)) }
        }
        #[inline(always)]
        fn is_zero(self) -> bool {
            // SAFETY: see above.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
        }
        #[inline(always)]
        fn lanes_down<const N: usize>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                let zero = _mm512_setzero_si512();
                if N == 1 {
                    Avx512(_mm512_alignr_epi64::<1>(zero, self.0))
                } else {
                    Avx512(_mm512_alignr_epi64::<2>(zero, self.0))
                }
            }
        }
        #[inline(always)]
        fn lanes_up<const N: usize>(self) -> Self {
            // SAFETY: see above.
            unsafe {
                let zero = _mm512_setzero_si512();
                if N == 1 {
                    Avx512(_mm512_alignr_epi64::<7>(self.0, zero))
                } else {
                    Avx512(_mm512_alignr_epi64::<6>(self.0, zero))
                }
            }
        }
        #[inline(always)]
        fn shl<const N: u32>(self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(N as i32))) }
        }
        #[inline(always)]
        fn shr<const N: u32>(self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(N as i32))) }
        }
        #[inline(always)]
        fn reversed(self) -> Self {
            // SAFETY: see above.
            unsafe {
                let from = _mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7);
                Avx512(_mm512_permutexvar_epi64(from, self.0))
            }
        }
        #[inline(always)]
        fn transpose(block: [Self; 8]) -> [Self; 8] {
            // squares of one, two and four words change places across the diagonal
            let mut rows = block;
            // SAFETY: see above.
            unsafe {
                let (keep, take) = (
                    _mm512_set_epi64(14, 6, 12, 4, 10, 2, 8, 0),
                    _mm512_set_epi64(15, 7, 13, 5, 11, 3, 9, 1),
                );
                for r in [0, 2, 4, 6] {
                    let (a, b) = (rows[r].0, rows[r + 1].0);
                    rows[r] = Avx512(_mm512_permutex2var_epi64(a, keep, b));
                    rows[r + 1] = Avx512(_mm512_permutex2var_epi64(a, take, b));
                }
                let (keep, take) = (
                    _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0),
                    _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2),
                );
                for r in [0, 1, 4, 5] {
                    let (a, b) = (rows[r].0, rows[r + 2].0);
                    rows[r] = Avx512(_mm512_permutex2var_epi64(a, keep, b));
                    rows[r + 2] = Avx512(_mm512_permutex2var_epi64(a, take, b));
                }
                let (keep, take) = (
                    _mm512_set_epi64(11, 10, 9, 8, 3, 2, 1, 0),
                    _mm512_set_epi64(15, 14, 13, 12, 7, 6, 5, 4),
                );
                for r in [0, 1, 2, 3] {
                    let (a, b) = (rows[r].0, rows[r + 4].0);
                    rows[r] = Avx512(_mm512_permutex2var_epi64(a, keep, b));
                    rows[r + 4] = Avx512(_mm512_permutex2var_epi64(a, take, b));
                }
            }
            rows
        }
        #[inline(always)]
        fn paint(bytes: &mut [u8; 64], word: u64, byte: u8) {
            // masks of bytes need more than AVX-512F
            // SAFETY: `run_avx512` has AVX2 too.
            unsafe { super::avx2::paint(bytes, word, byte) }
        }
    }
}

/// Work that is compiled once for each set of vector instructions.
pub(crate) trait Task: Sized {
    type Output;
    /// Everything below must be `#[inline(always)]`, so that it is compiled for the caller's
    /// instructions.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Vector instructions that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// What every machine of this kind has.
    Baseline,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors.
    Avx512,
}

impl Instructions {
    /// The best that this machine has.
    ///
    /// Each set is tried on a few rows against the portable code first: tables are to be right on
    /// machines that were not at hand when this was written.
    pub(crate) fn best() -> Instructions {
        static BEST: LazyLock<Instructions> = LazyLock::new(|| {
            let portable = Sample.run::<Portable>();
            let right = |set: &Instructions| run(*set, Sample) == portable;
            Instructions::available().find(right).unwrap_or(Instructions(Set::Baseline))
        });
        *BEST
    }

    /// All that this machine has, the best first.
    pub(crate) fn available() -> impl Iterator<Item = Instructions> {
        let sets = [Set::Avx512, Set::Avx2, Set::Baseline];
        sets.into_iter().filter(|set| set.is_there()).map(Instructions)
    }
}

impl Set {
    #[cfg(target_arch = "x86_64")]
    fn is_there(self) -> bool {
        let avx2 = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt");
        match self {
            Set::Baseline => true,
            Set::Avx2 => avx2,
            Set::Avx512 => avx2 && std::arch::is_x86_feature_detected!("avx512f"),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_there(self) -> bool {
        self == Set::Baseline
    }
}

/// Runs a task with the given instructions.
#[inline]
pub(crate) fn run<T: Task>(instructions: Instructions, task: T) -> T::Output {
    match instructions.0 {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: an `Instructions` is made for what the machine has been found to have.
        Set::Avx2 => unsafe { run_avx2(task) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: as above.
        Set::Avx512 => unsafe { run_avx512(task) },
        _ => task.run::<Portable>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run::<avx2::Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,bmi1,bmi2,popcnt")]
fn run_avx512<T: Task>(task: T) -> T::Output {
    task.run::<avx512::Avx512>()
}

/// Every operation once, on rows without a pattern.
#[derive(Clone, Copy)]
struct Sample;

impl Task for Sample {
    type Output = [[Row; 8]; 15];

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut rows = [L::splat(0); 8];
        for row in &mut rows {
            let mut words = Row::default();
            for word in &mut words.0 {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                *word = seed;
            }
            *row = L::load(&words);
        }
        let exchanged = L::transpose(rows);
        let mut out = [[Row::default(); 8]; 15];
        for r in 0..8 {
            let (a, b, c) = (rows[r], rows[r ^ 1], rows[r ^ 2]);
            let results = [
                a.and(b),
                a.or(b),
                a.xor(b),
                a.without(b),
                a.or_and(b, c),
                a.lanes_down::<1>(),
                a.lanes_down::<2>(),
                a.lanes_up::<1>(),
                a.lanes_up::<2>(),
                a.shl::<7>(),
                a.shr::<9>(),
                exchanged[r],
                a.reversed(),
                L::splat(u64::from(a.without(a).is_zero()) << r | u64::from(a.is_zero())),
                painted::<L>(a, seed.rotate_left(7 * r as u32)),
            ];
            for (result, out) in results.into_iter().zip(&mut out) {
                result.store(&mut out[r]);
            }
        }
        out
    }
}

/// A row in which some bytes are painted.
#[inline(always)]
fn painted<L: Lanes>(row: L, word: u64) -> L {
    let mut words = Row::default();
    row.store(&mut words);
    let mut bytes = [0; 64];
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words.0) {
        *bytes = word.to_le_bytes();
    }
    L::paint(&mut bytes, word, 0x5a);
    for (word, bytes) in words.0.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    L::load(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_instructions_agree() {
        let portable = Sample.run::<Portable>();
        for instructions in Instructions::available() {
            assert_eq!(run(instructions, Sample), portable, "{instructions:?}");
        }
    }
}
