// Which names the file system of a folder can hold and tell apart, and what becomes here of a name that it cannot.

/** What a file system does with names. */
export interface Machine {
  /** `a` and `A` are two names. */
  tells_case: boolean;
  /** A letter with its accent is another name than the letter and the accent. */
  tells_forms: boolean;
  /** Takes what Windows takes in no name. */
  takes_all: boolean;
  /** A name has at most 255 bytes, else 255 UTF-16 units. */
  counts_bytes: boolean;
}

export const LINUX: Machine = { tells_case: true, tells_forms: true, takes_all: true, counts_bytes: true };
export const MAC: Machine = { tells_case: false, tells_forms: false, takes_all: true, counts_bytes: false };
export const WINDOWS: Machine = { tells_case: false, tells_forms: true, takes_all: false, counts_bytes: false };
/** What this one can hold and tells apart, all can. */
export const STRICTEST: Machine = { tells_case: false, tells_forms: false, takes_all: false, counts_bytes: true };

const NAME_LENGTH_MAX = 255;
/** What a name that nobody gave to a file is cut to, so that an addition has room. */
const MADE_NAME_BYTES_MAX = 180;
/** An ending is kept where a name is cut, unless it is none. */
const ENDING_BYTES_MAX = 60;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i;
/** What Windows takes in no name. */
const FORBIDDEN = /[<>:"/\\|?*\0-\x1f\x7f]/g;

/** Whether it takes the name and gives it back the same. */
export function holdsName(machine: Machine, name: string): boolean {
  return nearestName(machine, name) === name;
}

/** The name itself where the file system takes it, else the nearest one that it does. Never empty, `.` or `..`. */
export function nearestName({ takes_all, tells_forms, counts_bytes }: Machine, name: string): string {
  const formed = (tells_forms ? name : name.normalize("NFC")).toWellFormed();
  const plain = takes_all ? formed.replace(/[/\0]/g, "-") : formed.replace(FORBIDDEN, "-");
  const short = cutName(plain, counts_bytes ? Buffer.byteLength : (text) => text.length);
  const ended = takes_all ? short : short.replace(/[. ]+$/, "").replace(RESERVED, "$1_");
  return ["", ".", ".."].includes(ended) ? "Untitled" : ended;
}

/** What people can open anywhere, for a name that a document has by its title. */
export function madeName(title: string): string {
  const plain = title.normalize("NFC").replace(FORBIDDEN, "-").toWellFormed().trim().replace(/^\./, "_");
  return nearestName(STRICTEST, cutBytes(plain, MADE_NAME_BYTES_MAX));
}

/** The form in which paths are equal that the file system, or the reading of a folder, does not tell apart. */
export function foldPath({ tells_case }: Machine, path: string): string {
  const composed = path.normalize("NFC");
  return tells_case ? composed : composed.toLowerCase().toUpperCase().normalize("NFC");
}

/** The beginning of a text that has no more bytes in UTF-8. */
export function cutBytes(text: string, max: number): string {
  return cutBy(text, max, Buffer.byteLength);
}

/** Cuts before the ending. */
function cutName(name: string, lengthOf: (text: string) => number): string {
  if (lengthOf(name) <= NAME_LENGTH_MAX) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && lengthOf(name.slice(dot)) <= ENDING_BYTES_MAX ? name.slice(dot) : "";
  return cutBy(name.slice(0, name.length - ending.length), NAME_LENGTH_MAX - lengthOf(ending), lengthOf) + ending;
}

function cutBy(text: string, max: number, lengthOf: (text: string) => number): string {
  let length = 0;
  let kept = "";
  for (const char of text) {
    length += lengthOf(char);
    if (length > max) break;
    kept += char;
  }
  return kept;
}
