// How a file's name on a machine becomes a document's filename, and the name under which it can be sent.

/** A folder with this ending is one document with all its files. */
export const UNIT_ENDING = ".document";
const FILENAME_CHARS_MAX = 255;
const SENT_CHARS_MAX = 200;

/** The filename of a document that is made of a file: the same but for what the server takes in none. */
export function documentFilename(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\0-\x1f\x7f/\\]/g, "-");
  return [...plain].slice(0, FILENAME_CHARS_MAX).join("");
}

/**
 * The name of the file inside its document, where some beginnings and signs are the service's own, and under which it is sent; the
 * document gets its filename besides.
 */
export function sendableName(name: string): string {
  const plain = documentFilename(name)
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "-")
    .replace(/%(?=[0-9a-f]{2})/gi, "-")
    .replace(/^[~_]+(?=[^.])/, "")
    .replace(/^[~_]/, "-");
  const short = [...plain].slice(-SENT_CHARS_MAX).join("").replace(/^[~_]/, "-");
  return /^[\s\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u.test(short) ? `file${short}` : short;
}
