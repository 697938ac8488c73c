// Levels, from nothing to everything. Grants give view, comment or edit; own follows from whose place it is.

/** Each level includes those before it. */
export const LEVELS = ["none", "view", "comment", "edit", "own"] as const;
export type Level = (typeof LEVELS)[number];

/** What a grant can give. */
export const GRANTED_LEVELS = ["view", "comment", "edit"] as const;
export type GrantedLevel = (typeof GRANTED_LEVELS)[number];

export function reaches(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}

/** A level as the database counts it: 0 for none to 4 for own. */
export function levelNumber(level: Level): number {
  return LEVELS.indexOf(level);
}

/** The level that a number of the database stands for. */
export function levelNamed(number: number): Level {
  return LEVELS[number] ?? "none";
}
