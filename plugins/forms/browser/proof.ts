// Works out what a form asks of a browser before it takes an answer: a number that makes a hash begin with zeros.

/** Numbers between two looks at whether the page wants to do something else. */
const BATCH = 512;

/** The first number whose SHA-256 with the challenge begins with so many zero bits. Sandboxed pages have no `crypto.subtle` on plain http. */
export async function solve(challenge: string, bits: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let from = 0; ; from += BATCH) {
    for (let n = from; n < from + BATCH; n++) {
      if (zeroBits(sha256(encoder.encode(`${challenge}.${n}`))) >= bits) return String(n);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function zeroBits(words: Uint32Array): number {
  let bits = 0;
  for (const word of words) {
    if (word !== 0) return bits + Math.clz32(word);
    bits += 32;
  }
  return bits;
}

const K = new Uint32Array(64);
const H = new Uint32Array(8);
{
  // The fractions of square and cube roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3).
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  primes.forEach((prime, at) => {
    K[at] = fraction(Math.cbrt(prime));
    if (at < 8) H[at] = fraction(Math.sqrt(prime));
  });
}

/** FIPS 180-4, for messages of less than 512 MiB. */
export function sha256(message: Uint8Array): Uint32Array {
  const length = message.length;
  const padded = new Uint8Array((((length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, length * 8);
  const state = H.slice();
  const w = new Uint32Array(64);
  const at = (list: Uint32Array, index: number) => list[index] ?? 0;
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = at(w, i - 15);
      const y = at(w, i - 2);
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = at(state, i) + word;
    });
  }
  return state;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
