// What the names of a request stood for when it was carried out:
// a repeat under its key means the same ones (rules: requests/idempotency).

/** The key of a row, or an id on the wire. */
export type NamedId = number | string;

/** As they are kept beside the answer: `kind:name` and what it was. */
export type NamedIds = Readonly<Record<string, NamedId>>;

/** The names of one request under a key. */
export interface Named {
  /** What the name stood for the first time; undefined where this is it. */
  find(kind: string, name: string): Promise<NamedId | undefined>;
  keep(kind: string, name: string, id: NamedId): void;
  kept(): NamedIds;
  isRepeat(): Promise<boolean>;
  /** Looks again for a first time; true when it has ended since, so that names mean now what they meant then. */
  isRepeatByNow(): Promise<boolean>;
}

/** The names of a request; `readFirst` answers those of its first time, or null where this is it. Nothing is read before a name is looked up. */
export function namesOf(readFirst: () => Promise<NamedIds | null>): Named {
  const kept = new Map<string, NamedId>();
  let first: Promise<NamedIds | null> | null = null;
  const known = () => {
    first ??= readFirst();
    return first;
  };
  return {
    find: async (kind, name) => (await known())?.[`${kind}:${name}`],
    keep: (kind, name, id) => void kept.set(`${kind}:${name}`, id),
    kept: () => Object.fromEntries(kept),
    isRepeat: async () => (await known()) !== null,
    isRepeatByNow: async () => {
      if (first === null || (await first) !== null) return false;
      first = readFirst();
      return (await first) !== null;
    },
  };
}

/** How something is found by what a request calls it. */
export interface Finding<T> {
  kind: string;
  name: string;
  byName: () => Promise<T | null>;
  byId: (id: NamedId) => Promise<T | null>;
  idOf: (found: T) => NamedId;
}

/**
 * Finds in a permit what a request names. The request itself may give it another name, and somebody else may take the old one: a repeat
 * under its key finds what the first one found, wherever it is today. Null where that is gone, or closed to the caller.
 */
export async function findNamed<T>({ named }: { named?: Named | undefined }, by: Finding<T>): Promise<T | null> {
  const id = await named?.find(by.kind, by.name);
  if (id !== undefined) return by.byId(id);
  const found = await by.byName();
  if (found !== null) named?.keep(by.kind, by.name, by.idOf(found));
  return found;
}
