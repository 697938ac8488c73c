// Says how soon a document's password would be guessed, while it is typed; it refuses none and sends nothing.

/** What a guesser tries for one word of a language, and for what stands in a row on keyboards, in bits. */
const WORD_BITS = 13;
const ROW_BITS = 4;
/** No word is longer, so that more letters are more words. */
const WORD_CHARS = 9;
const BITS_BY_KIND = { letters: 4.7, digits: 3.3, others: 5 } as const;
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "qwertzuiop", "asdfghjkl", "yxcvbnm"];
/** Below the first a password is weak, from the second on it is strong. */
const STEPS = { fair: 30, strong: 48 } as const;

function strengthOf(password: string): "weak" | "fair" | "strong" {
  const seen = new Set<string>();
  let bits = 0;
  for (const run of password.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? []) {
    const plain = run.toLowerCase();
    // What comes again costs a guesser one more try.
    bits += seen.has(plain) ? 1 : bitsOf(run, plain);
    seen.add(plain);
  }
  if (bits < STEPS.fair) return "weak";
  return bits < STEPS.strong ? "fair" : "strong";
}

function bitsOf(run: string, plain: string): number {
  const chars = [...plain];
  const different = new Set(chars).size;
  if (chars.length > 2 && (different === 1 || isRow(plain))) return ROW_BITS;
  if (/^\d+$/.test(run))
    return /^(19|20)\d\d$/.test(run) ? 6 : Math.min(chars.length, different + 2) * BITS_BY_KIND.digits;
  if (!/^\p{L}+$/u.test(run)) return different * BITS_BY_KIND.others;
  const spelt = chars.length * BITS_BY_KIND.letters;
  const isCalled = run === plain || run === plain.charAt(0).toUpperCase() + plain.slice(1);
  // Capitals within make a guess harder only where they stand at random.
  if (!isCalled && run !== run.toUpperCase())
    return Math.min(spelt + different, WORD_BITS * 2 * countWords(chars.length));
  return Math.min(spelt, WORD_BITS * countWords(chars.length));
}

function countWords(chars: number): number {
  return Math.max(1, chars / WORD_CHARS);
}

function isRow(text: string): boolean {
  return ROWS.some((row) => row.includes(text) || [...row].reverse().join("").includes(text));
}

const LOOKS = { weak: "chip warn", fair: "chip", strong: "chip good" } as const;

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "password") return;
  const place = target.closest(".field")?.querySelector<HTMLElement>("[data-strength]");
  if (!place) return;
  const strength = strengthOf(target.value);
  const isEmpty = target.value === "";
  place.className = isEmpty ? "" : LOOKS[strength];
  place.textContent = isEmpty ? "" : (place.dataset[strength] ?? "");
});
