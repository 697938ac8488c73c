// Sizes and counts that hold on every plan: read by a name that the manifest has, so that a wrong one does not compile.

const TABLE = Symbol("caps");

/** The caps of a running server; `capsFor` reads one of them. */
export interface Caps {
  readonly [TABLE]: Readonly<Record<string, number>>;
}

/** Hands the manifest's caps on, closed to names that nobody checked. */
export function sealCaps(table: Readonly<Record<string, number>>): Caps {
  return { [TABLE]: table };
}

/** Binds the reading of a cap to the names that the manifest declares. */
export function capsFor<Name extends string>() {
  return function capOf({ caps }: { caps: Caps }, name: Name): number {
    const cap = caps[TABLE][name];
    if (cap === undefined) throw new Error(`cap "${name}" is not in the manifest`);
    return cap;
  };
}

/** All of them by name, to be shown. */
export function listCaps({ caps }: { caps: Caps }): Record<string, number> {
  return { ...caps[TABLE] };
}
