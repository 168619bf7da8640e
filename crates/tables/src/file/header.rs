//! The part of a table file before its pages.

use super::{Meta, layout::Order};

/// The first bytes of every table file.
pub(super) const MAGIC: [u8; 8] = *b"SolusRex";
/// The version of the format.
pub(super) const VERSION: u32 = 2;
/// Magic, version, checksum, length of the header, length of the file.
pub(super) const FIXED: usize = 8 + 4 + 4 + 8 + 8;
/// From here on the checksum counts.
const CHECKED: usize = 16;
/// Dimensions at most.
const MOST_DIMS: usize = 16;

/// What belongs to one side.
pub(super) struct SideHeader {
    pub(super) order: Order,
    pub(super) model: Vec<u8>,
    /// By page: its length in bytes, or [`CONSTANT`] and the code of all its slots.
    pub(super) index: Vec<u16>,
}

/// A page with this in the high byte of its index has only one code, the low byte.
pub(super) const CONSTANT: u16 = 0xff00;

/// All of it.
pub(super) struct Header {
    pub(super) meta: Meta,
    pub(super) sides: [SideHeader; 2],
}

impl Header {
    /// The bytes; the pages take `data` bytes behind them.
    pub(super) fn to_bytes(&self, data: u64) -> Vec<u8> {
        let mut out = vec![0; FIXED];
        let Meta { name, metric, dims, palettes, extra } = &self.meta;
        put_bytes(&mut out, name.as_bytes());
        put_bytes(&mut out, metric.as_bytes());
        put_bytes(&mut out, extra);
        put_u32(&mut out, dims.len() as u32);
        dims.iter().for_each(|&dim| put_u32(&mut out, dim));
        for (side, palette) in self.sides.iter().zip(palettes) {
            put_u32(&mut out, palette.len() as u32);
            palette.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
            out.extend_from_slice(&side.order.dims);
            out.extend(side.order.diagonal.iter().map(|&diagonal| u8::from(diagonal)));
            put_bytes(&mut out, &side.model);
            put_u32(&mut out, side.index.len() as u32);
            side.index.iter().for_each(|entry| out.extend_from_slice(&entry.to_le_bytes()));
        }
        let length = out.len() as u64;
        out[..8].copy_from_slice(&MAGIC);
        out[8..12].copy_from_slice(&VERSION.to_le_bytes());
        out[16..24].copy_from_slice(&length.to_le_bytes());
        out[24..32].copy_from_slice(&(length + data).to_le_bytes());
        let checksum = crc32fast::hash(&out[CHECKED..]);
        out[12..16].copy_from_slice(&checksum.to_le_bytes());
        out
    }

    /// From the bytes of a file that starts with [`MAGIC`] and [`VERSION`]; with the length of the
    /// header. What is wrong, otherwise.
    pub(super) fn from_bytes(file: &[u8]) -> Result<(Header, usize), &'static str> {
        const CUT: &str = "its length is not what its header says";
        let mut fixed = Input(file.get(8..FIXED).ok_or(CUT)?);
        let _version = fixed.u32().ok_or(CUT)?;
        let checksum = fixed.u32().ok_or(CUT)?;
        let length = fixed.u64().ok_or(CUT)?;
        if fixed.u64() != Some(file.len() as u64) {
            return Err(CUT);
        }
        let length = usize::try_from(length).ok().filter(|&length| length >= FIXED).ok_or(CUT)?;
        let checked = file.get(CHECKED..length).ok_or(CUT)?;
        if crc32fast::hash(checked) != checksum {
            return Err("the checksum of its header is wrong");
        }
        let header = Header::parse(&file[FIXED..length]).ok_or("its header makes no sense")?;
        Ok((header, length))
    }

    fn parse(bytes: &[u8]) -> Option<Header> {
        let mut input = Input(bytes);
        let name = String::from_utf8(input.bytes()?.to_vec()).ok()?;
        let metric = String::from_utf8(input.bytes()?.to_vec()).ok()?;
        let extra = input.bytes()?.to_vec();
        let count = input.u32()? as usize;
        if count > MOST_DIMS {
            return None;
        }
        let dims = (0..count).map(|_| input.u32()).collect::<Option<Vec<u32>>>()?;
        let mut side = || {
            let entries = input.u32()? as usize;
            let palette = input.words(entries)?.map(|word| word as i16).collect();
            let order = input.take(count)?.to_vec();
            let diagonal = input.take(count)?.iter().map(|&diagonal| diagonal != 0).collect();
            let model = input.bytes()?.to_vec();
            let pages = input.u32()? as usize;
            let index = input.words(pages)?.collect();
            Some((palette, SideHeader { order: Order { dims: order, diagonal }, model, index }))
        };
        let (white, white_side) = side()?;
        let (black, black_side) = side()?;
        let meta = Meta { name, metric, dims, palettes: [white, black], extra };
        input.0.is_empty().then_some(Header { meta, sides: [white_side, black_side] })
    }

    /// Can a file tell this?
    pub(super) fn fits(meta: &Meta) -> bool {
        let short = |length: usize| length < 1 << 24;
        meta.dims.len() <= MOST_DIMS
            && short(meta.name.len())
            && short(meta.metric.len())
            && short(meta.extra.len())
            && meta.palettes.iter().all(|palette| palette.len() <= 256)
    }
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_u32(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

/// Bytes still to be read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.u32()? as usize;
        self.take(count)
    }

    fn words(&mut self, count: usize) -> Option<impl Iterator<Item = u16> + 'a> {
        let bytes = self.take(count.checked_mul(2)?)?;
        Some(bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)))
    }
}
