// Spares a flood of readings of one document most of its cost:
// asking the socket for an address takes longer than all else of counting.

/** Readings by browsers of one name. */
interface Crowd<T> {
  seen: number;
  /** Where the last reading was counted whose reader was looked at. */
  tally: T | null;
}

export interface Crowds<T> {
  /**
   * The crowd of a document to which a reader belongs, one reading larger; null where there are too many crowds. `is_looked_at`
   * says whether this reader is to be told apart from the others.
   */
  join(documentId: number, name: string): { crowd: Crowd<T>; is_looked_at: boolean } | null;
  clear(): void;
}

/** So many readings of a crowd are told apart, and of those beyond one in so many. */
const ALL_UP_TO = 128;
const THEN_ONE_IN = 16;

export function createCrowds<T>(crowdsMax: number): Crowds<T> {
  const byDocument = new Map<number, Map<string, Crowd<T>>>();
  let size = 0;

  function find(documentId: number, name: string): Crowd<T> | null {
    let crowds = byDocument.get(documentId);
    const known = crowds?.get(name);
    if (known) return known;
    if (size >= crowdsMax) return null;
    if (!crowds) {
      crowds = new Map();
      byDocument.set(documentId, crowds);
    }
    const made = { seen: 0, tally: null };
    crowds.set(name, made);
    size += 1;
    return made;
  }

  return {
    join: (documentId, name) => {
      const crowd = find(documentId, name);
      if (!crowd) return null;
      crowd.seen += 1;
      return { crowd, is_looked_at: crowd.seen <= ALL_UP_TO || crowd.seen % THEN_ONE_IN === 0 };
    },
    clear: () => {
      byDocument.clear();
      size = 0;
    },
  };
}
