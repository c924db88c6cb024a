/** SipHash (Aumasson and Bernstein, 2012) as CPython uses it for the source hash of hash-based bytecode (PEP 552). */

interface Word {
  high: number;
  low: number;
}

/**
 * SipHash of `data` under the key words `key` (an unsigned 32-bit number) and 0, as 8 bytes, little-endian.
 * `rounds` are those of compression and finalisation: 2 and 4 up to Python 3.10, 1 and 3 from 3.11 on.
 */
export function sipHash(rounds: readonly [compression: number, finalisation: number], key: number, data: Uint8Array): Buffer {
  const v0 = { high: 0x736f6d65, low: 0x70736575 ^ key };
  const v1 = { high: 0x646f7261, low: 0x6e646f6d };
  const v2 = { high: 0x6c796765, low: 0x6e657261 ^ key };
  const v3 = { high: 0x74656462, low: 0x79746573 };
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const whole = data.byteLength - (data.byteLength % 8);

  function absorb(high: number, low: number): void {
    v3.high ^= high;
    v3.low ^= low;
    for (let round = 0; round < rounds[0]; round += 1) mix(v0, v1, v2, v3);
    v0.high ^= high;
    v0.low ^= low;
  }

  for (let at = 0; at < whole; at += 8) absorb(view.getInt32(at + 4, true), view.getInt32(at, true));
  const last = Buffer.alloc(8);
  last.set(data.subarray(whole));
  last[7] = data.byteLength & 0xff;
  absorb(last.readInt32LE(4), last.readInt32LE(0));
  v2.low ^= 0xff;
  for (let round = 0; round < rounds[1]; round += 1) mix(v0, v1, v2, v3);
  const hash = Buffer.alloc(8);
  hash.writeInt32LE(v0.low ^ v1.low ^ v2.low ^ v3.low, 0);
  hash.writeInt32LE(v0.high ^ v1.high ^ v2.high ^ v3.high, 4);
  return hash;
}

/** One SipRound. */
function mix(v0: Word, v1: Word, v2: Word, v3: Word): void {
  add(v0, v1);
  rotate(v1, 13);
  xor(v1, v0);
  swap(v0);
  add(v2, v3);
  rotate(v3, 16);
  xor(v3, v2);
  add(v0, v3);
  rotate(v3, 21);
  xor(v3, v0);
  add(v2, v1);
  rotate(v1, 17);
  xor(v1, v2);
  swap(v2);
}

function add(into: Word, other: Word): void {
  const low = (into.low >>> 0) + (other.low >>> 0);
  into.high = (into.high + other.high + (low > 0xffffffff ? 1 : 0)) | 0;
  into.low = low | 0;
}

function xor(into: Word, other: Word): void {
  into.high ^= other.high;
  into.low ^= other.low;
}

/** Rotates left by fewer than 32 bits. */
function rotate(word: Word, bits: number): void {
  const { high, low } = word;
  word.high = (high << bits) | (low >>> (32 - bits));
  word.low = (low << bits) | (high >>> (32 - bits));
}

/** Rotates left by 32 bits. */
function swap(word: Word): void {
  const { high } = word;
  word.high = word.low;
  word.low = high;
}
