// Groups that are kept elsewhere, by an identity provider or a directory:
// whatever they are called there, they get a handle here.

import { type Sql, sha256Hex, slugOf } from "../../kernel/plugin.ts";
import { createGroup } from "../../kernel/ports/auth.ts";

const NUMBERED = 5;

/** Makes a group with the first handle that is free. */
export async function insertKeptGroup(
  sql: Sql,
  group: Omit<Parameters<typeof createGroup>[1], "slug">,
): Promise<{ group_id: number; slug: string }> {
  for (const slug of keptSlugs(group.name)) {
    const group_id = await createGroup(sql, { ...group, slug });
    if (group_id !== null) return { group_id, slug };
  }
  throw new Error("handles never end");
}

/** Handles to try for a name, in order: two names may come to one, and a name in another script comes to none of its own. */
function* keptSlugs(name: string): Generator<string> {
  const own = slugOf(name) || "group";
  yield own;
  for (let number = 2; number <= NUMBERED; number++) yield `${own}-${number}`;
  for (let round = 0; ; round++) yield `${own}-${sha256Hex(`${name}:${round}`).slice(0, 8)}`;
}
