// Tells what Postgres refuses because it lacks disk, memory or connections or may not write,
// and says the way out in words.

/** What Postgres is short of. */
export type Shortage = "disk" | "memory" | "device" | "resources" | "read_only";

/**
 * SQLSTATE of class 53 (no resources), 57000 (the operator stepped in), 58000 and 58030 (the system, the device), and of writing where
 * nothing may be written: a standby, a failover under way, a provider that closes a full database. 53300 is a loss of the connection.
 */
const BY_CODE: Readonly<Record<string, Shortage>> = {
  "53100": "disk",
  "53200": "memory",
  "58000": "device",
  "58030": "device",
  "25006": "read_only",
};
const OTHER_RESOURCES = /^(53...|57000)$/;
/** Parts of Postgres that write files: what the system tells them beyond the codes above is named by other classes. */
const FILES = /^(md|fd|buffile|copydir|storage|smgr|bufmgr|slru|xlog\w*|relmapper)\.c$/;
const NO_RIGHT = "42501";
const INTERNAL = "XX000";
const QUOTA = /quota exceeded/i;

/** What such an error says that Postgres is short of, and null for every other error. */
export function shortageOf(error: unknown): Shortage | null {
  if (typeof error !== "object" || error === null || !("code" in error) || typeof error.code !== "string") return null;
  const { code } = error;
  const known = BY_CODE[code];
  if (known) return known;
  if (OTHER_RESOURCES.test(code)) return "resources";
  const file = "file" in error && typeof error.file === "string" ? error.file : "";
  if (!FILES.test(file)) return null;
  if (code === NO_RIGHT) return "device";
  return code === INTERNAL && error instanceof Error && QUOTA.test(error.message) ? "disk" : null;
}

const WORDS: Readonly<Record<Shortage, string>> = {
  disk: "the disk that holds the database is full: free space there, then try again",
  memory: "the database has no memory left for this: give it more, or let it do less at once, then try again",
  device: "the disk that holds the database does not take what is written: mend it, then try again",
  resources: "the database has used up what it may use: raise its limits or let it do less at once, then try again",
  read_only:
    "the database takes no writes, it is read-only: name the one that takes them in DATABASE_URL, or make it take them again, then try again",
};

export function wordsOfShortage(shortage: Shortage): string {
  return WORDS[shortage];
}
