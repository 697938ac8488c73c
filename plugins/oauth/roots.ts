// The roots that a connection can be limited to:
// My documents and what its person sees, by their ids, which outlive a rename.
import { type Actor, refuse, type Sql, type TokenLimits } from "../../kernel/plugin.ts";
import { MY_DOCUMENTS } from "../../kernel/ports/auth.ts";
import { listRoots } from "../places/port.ts";

/** A root as a limit names it. */
export interface OfferedRoot {
  /** `~`, or the id. */
  key: string;
  /** Null for what the person does not see: it was deleted, or closed to them. */
  name: string | null;
  slug: string | null;
}

/** What the person may choose from, My documents first and then as their list of roots has it. */
export async function listOffered(sql: Sql, actor: Actor): Promise<OfferedRoot[]> {
  const roots = await listRoots(sql, actor);
  return [
    { key: MY_DOCUMENTS, name: "My documents", slug: MY_DOCUMENTS },
    ...roots.map(({ root_id, name, slug }) => ({ key: String(root_id), name, slug })),
  ];
}

/** The same with what a connection is limited to already, seen or not. */
export function withHeld(offered: readonly OfferedRoot[], { roots }: Pick<TokenLimits, "roots">): OfferedRoot[] {
  const unseen = (roots ?? []).filter((key) => !offered.some((one) => one.key === key));
  return [...offered, ...unseen.map((key) => ({ key, name: null, slug: null }))];
}

/**
 * What the given names stand for, each once, My documents first. A slug wins over an id that looks the same. Throws 404 for a
 * root that is not on offer, and 400 for none.
 */
export function readRoots(names: readonly string[], offered: readonly OfferedRoot[]): string[] {
  const keys = names.map((name) => {
    const found = offered.find((one) => one.slug === name) ?? offered.find((one) => one.key === name);
    if (found) return found.key;
    throw refuse.notFound(
      `root "${name.slice(0, 80)}" is not found; name slugs or ids of roots, and ~ for My documents`,
    );
  });
  if (keys.length === 0) throw refuse.invalid("choose at least one root, or let the connection reach all");
  return offered.flatMap(({ key }) => (keys.includes(key) ? key : []));
}
