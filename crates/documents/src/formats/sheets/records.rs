//! Numbers and strings in the records of Excel's binary formats, little-endian.

/// Bytes that are read from the front.
#[derive(Clone)]
pub(super) struct Bytes<'b> {
    rest: &'b [u8],
}

impl<'b> Bytes<'b> {
    pub(super) fn new(rest: &'b [u8]) -> Self {
        Self { rest }
    }

    /// The next bytes; None if there are fewer.
    pub(super) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }

    /// So many units of UTF-16.
    pub(super) fn utf16(&mut self, units: usize) -> Option<String> {
        let bytes = self.take(units.checked_mul(2)?)?;
        Some(encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned())
    }
}

/// A number packed into 30 bits ([MS-XLS] 2.5.217): a whole number or the first bits of a float, perhaps divided by 100.
pub(super) fn rk(packed: u32) -> f64 {
    let value = if packed & 2 != 0 {
        f64::from(packed.cast_signed() >> 2)
    } else {
        f64::from_bits(u64::from(packed & 0xffff_fffc) << 32)
    };
    if packed & 1 != 0 { value / 100.0 } else { value }
}
