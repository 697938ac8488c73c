// What the index is asked by, in place of a pattern.

/** Which pieces a matching text must hold: all of some, and of others one group or another. Null filters nothing. */
export type GramFilter = { all: number[] } | { every: GramFilter[] } | { some: GramFilter[] } | null;
