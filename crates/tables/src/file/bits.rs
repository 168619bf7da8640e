//! Bits, the first one the most significant of its byte.

/// Appends bits to bytes.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits not yet in `bytes`, right-aligned, fewer than 32 between calls.
    waiting: u64,
    count: u32,
}

impl BitWriter {
    /// With room for so many bytes before it has to grow.
    pub(super) fn with_room(bytes: usize) -> BitWriter {
        BitWriter { bytes: Vec::with_capacity(bytes), ..BitWriter::default() }
    }

    /// Appends the lowest `count` (at most 32) bits of `value`.
    pub(super) fn put(&mut self, value: u32, count: u32) {
        debug_assert!(count <= 32 && u64::from(value) >> count == 0);
        self.waiting = self.waiting << count | u64::from(value);
        self.count += count;
        if self.count >= 32 {
            self.count -= 32;
            self.bytes.extend_from_slice(&((self.waiting >> self.count) as u32).to_be_bytes());
        }
    }

    /// How many bits have been put.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() * 8 + self.count as usize
    }

    /// Appends another row of bits.
    pub(super) fn append(&mut self, other: &BitWriter) {
        for &four in other.bytes.as_chunks::<4>().0 {
            self.put(u32::from_be_bytes(four), 32);
        }
        self.put((other.waiting & ((1 << other.count) - 1)) as u32, other.count);
    }

    /// The bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = ((self.waiting << (32 - self.count)) as u32).to_be_bytes();
        self.bytes.extend_from_slice(&rest[..self.count.div_ceil(8) as usize]);
        self.bytes
    }
}

/// The 57 or more bits from bit `position` on, left-aligned; zeros beyond the end.
#[inline]
pub(super) fn window(bytes: &[u8], position: usize) -> u64 {
    let at = position >> 3;
    let word = match bytes.get(at..at + 8) {
        Some(eight) => u64::from_be_bytes(eight.try_into().expect("eight bytes")),
        None => near_the_end(bytes, at),
    };
    word << (position & 7)
}

#[cold]
fn near_the_end(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    let rest = bytes.get(at..).unwrap_or_default();
    let count = rest.len().min(8);
    eight[..count].copy_from_slice(&rest[..count]);
    u64::from_be_bytes(eight)
}

/// `count` (1 to 32) bits from bit `position` on.
#[inline]
pub(super) fn field(bytes: &[u8], position: usize, count: u32) -> u32 {
    (window(bytes, position) >> (64 - count)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read() {
        let mut writer = BitWriter::default();
        let mut other = BitWriter::default();
        other.put(5, 3);
        other.put(0x1ff, 9);
        writer.put(1, 1);
        writer.put(0xdead_beef, 32);
        writer.append(&other);
        assert_eq!(writer.len(), 45);
        let bytes = writer.finish();
        assert_eq!(bytes.len(), 6);
        assert_eq!(field(&bytes, 0, 1), 1);
        assert_eq!(field(&bytes, 1, 32), 0xdead_beef);
        assert_eq!(field(&bytes, 33, 3), 5);
        assert_eq!(field(&bytes, 36, 9), 0x1ff);
        assert_eq!(field(&bytes, 1000, 9), 0);
    }
}
