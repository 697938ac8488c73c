// Names inside a zip that every system can unpack: none escapes, none is reserved, no two differ by case or form alone.

/** Windows keeps these for devices, whatever ending follows ("Naming Files, Paths, and Namespaces", Microsoft Learn). */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
/** What Windows refuses in a name, and control characters. */
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Well below the 255 bytes that file systems give a name, with room for a number. */
const NAME_BYTES_MAX = 180;

/** Can be written anywhere as it is, but for what is reserved. */
const PLAIN = /^[\w(-](?:[\w ().-]{0,150}[\w)-])?$/;

/** One segment of a path as a name that can be written anywhere. Never empty, `.` or `..`. */
export function safeName(name: string): string {
  if (PLAIN.test(name) && !RESERVED.test(name)) return name;
  const plain = name
    .normalize("NFC")
    .replace(FORBIDDEN, "_")
    .replace(/^\s+|[\s.]+$/g, "");
  const short = shorten(plain, NAME_BYTES_MAX).replace(/[\s.]+$/, "");
  if (short === "" || short === "." || short === "..") return "_";
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Hands out names of one directory, each once; what was taken before gets a number. */
export interface Names {
  take(name: string): string;
}

/** `taken` are names that nobody gets. */
export function namesOf(taken: readonly string[] = []): Names {
  const given = new Set(taken.map(fold));
  return {
    take: (name) => {
      const safe = safeName(name);
      let unique = safe;
      for (let number = 2; given.has(fold(unique)); number += 1) unique = numbered(safe, number);
      given.add(fold(unique));
      return unique;
    },
  };
}

/** Hands out whole paths below one directory: a directory keeps the name that it got first. */
export function pathsBelow(taken: readonly string[] = []): { take(path: string): string } {
  const directories = new Map<string, { names: Names; below: Map<string, string> }>();
  const at = (safe: string) => {
    const known = directories.get(safe) ?? { names: namesOf(safe === "" ? taken : []), below: new Map() };
    directories.set(safe, known);
    return known;
  };
  return {
    take: (path) => {
      const segments = path.split("/");
      const last = segments.pop() ?? "";
      let safe = "";
      for (const segment of segments) {
        const { names, below } = at(safe);
        const name = below.get(segment) ?? names.take(segment);
        below.set(segment, name);
        safe += `${name}/`;
      }
      return safe + at(safe).names.take(last);
    },
  };
}

const ASCII = /^[\x20-\x7e]*$/;

/** Equal for names that a file system may take for one. */
function fold(name: string): string {
  if (ASCII.test(name)) return name.toUpperCase();
  return name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}

/** `a (2).txt`, so that the ending stays. */
function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Cuts at a whole character and keeps a short ending. */
function shorten(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  const room = bytesMax - Buffer.byteLength(ending);
  let kept = "";
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - ending.length))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept += segment;
  }
  return kept + ending;
}
