// How a name is looked up in the filter of public suffixes. Shared with the build script, which fills it.

/// Bytes of the filter: 11 bits for each of some 9,300 rules, so that one of two hundred other names counts as a rule.
const FILTER_BYTES: usize = 12_600;
/// Bits set for each rule.
const BITS_OF_A_RULE: u64 = 7;

/// The bits of a rule: double hashing (Kirsch and Mitzenmacher, 2006) of its FNV-1a hash.
fn bits_of(rule: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let hash = rule.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let (first, step) = (hash >> 32, (hash & 0xffff_ffff) | 1);
    (0..BITS_OF_A_RULE).map(move |nth| {
        let bit = (first + nth * step) % (FILTER_BYTES as u64 * 8);
        ((bit / 8) as usize, 1_u8 << (bit % 8))
    })
}
