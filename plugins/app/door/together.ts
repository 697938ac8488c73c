// A choice that says several names at once, as where something new lies: its space and its folder.

/** Such a control's name; its value is a query. */
export const TOGETHER = "~together";

const NAMES_MAX = 10;

/** What was typed, with what the choice says in the place of what stood under these names. */
export function withTogether(typed: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const said = typed.get(TOGETHER)?.at(-1);
  if (!said) return typed;
  const all = new Map(typed);
  for (const [name, value] of [...new URLSearchParams(said)].slice(0, NAMES_MAX)) all.set(name, [value]);
  return all;
}
