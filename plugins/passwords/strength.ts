// Which passwords are refused: those that are tried first (NIST SP 800-63B-4, 3.1.1.2).
import { PRODUCT, refuse } from "../../kernel/plugin.ts";

export const CHARS_MIN = 10;

/** What people put around a word so that it looks like a password. */
const AROUND = /^[^a-z]+|[^a-z]+$/g;
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
const WORD_CHARS_MIN = 4;

/** Throws 400 for one that many people have, or that says whose it is. */
export async function demandUncommon(
  password: string,
  { email, name }: { email: string; name: string | null },
): Promise<void> {
  const plain = password.toLowerCase();
  const bare = plain.replace(AROUND, "");
  const read = bare.replace(/[0134578@$]/g, (char) => LOOK_ALIKES[char] ?? char);
  const tried = await readCommon();
  const isCommon = [plain, bare, read].some((one) => tried.has(one) || isOneTwice(one, tried));
  if (isCommon || new Set(plain).size < WORD_CHARS_MIN || isRow(plain))
    throw refuse.invalid("password is one of those that are tried first: take one that nobody else would think of");
  const words = [...email.toLowerCase().split(/[^a-z0-9]+/), ...(name ?? "").toLowerCase().split(/\s+/), PRODUCT.name];
  const own = words.find((word) => word.length >= WORD_CHARS_MIN && (bare === word || read === word));
  if (own !== undefined) throw refuse.invalid("password is a name of yours with something around it: take another");
}

function isOneTwice(text: string, tried: ReadonlySet<string>): boolean {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text && (tried.has(half) || half.length < WORD_CHARS_MIN);
}

/** Letters or digits in the order of the alphabet, of numbers or of the keyboard. */
function isRow(text: string): boolean {
  const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm"];
  return rows.some((row) => row.includes(text) || [...row].reverse().join("").includes(text));
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Read when the first password is set: most servers never do. */
function readCommon(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return common;
}
