// What tables are called in a statement: a plain name without quotes for each, and its own name in quotes.

export interface NamedTable {
  /** Lower-case ASCII letters, digits and `_`. */
  plain: string;
  /** The table's own name, where it can be one in Postgres too and is another. */
  exact: string | null;
}

/** What Postgres keeps of a name. */
const NAME_BYTES_MAX = 63;
const PLAIN_CHARS_MAX = 56;

/** In the order of the tables; no name is given twice. Names of a database differ in more than their case. */
export function nameTables(names: readonly string[]): NamedTable[] {
  const own = new Set(names.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = plainOf(name);
    let plain = wanted;
    for (let copy = 2; taken.has(plain) || (own.has(plain) && name.toLowerCase() !== plain); copy++)
      plain = `${wanted}_${copy}`;
    taken.add(plain);
    return { plain, exact: name !== plain && isName(name) ? name : null };
  });
}

function plainOf(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, PLAIN_CHARS_MAX);
  // Postgres looks for names with this beginning among its own first.
  return /^[a-z]/.test(ascii) && !ascii.startsWith("pg_") ? ascii : `table_${ascii}`.replace(/_$/, "");
}

function isName(name: string): boolean {
  return Buffer.byteLength(name) <= NAME_BYTES_MAX && !name.startsWith("pg_") && !name.includes("\0");
}
