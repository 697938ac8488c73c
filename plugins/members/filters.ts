// What lists of people, invites and groups can be asked for alike: a part of a name, and the people of a group.
import { type Actor, type Call, refuse, t } from "../../kernel/plugin.ts";
import { findGroupBySlug } from "../../kernel/ports/auth.ts";

const WORDS_CHARS_MAX = 200;

/** A part of what an entry is called. `what` completes "A part of ...". */
export const searchFilter = (what: string) =>
  t.Optional(t.String({ maxLength: WORDS_CHARS_MAX, description: `A part of ${what}, in any case.` }));

export const groupFilter = t.Optional(t.String({ maxLength: 100, description: "The handle of a group." }));

/** What is looked for; nothing for blanks alone, as an empty field sends. */
export function wordsOf(text: string | undefined): { q?: string } {
  const q = text?.trim();
  return q ? { q } : {};
}

/** The group of a handle as a filter. Throws 404 for one that the workspace has not. */
export async function demandGroupOf(
  { sql, actor }: Call<Actor>,
  slug: string | undefined,
): Promise<{ group_id?: number }> {
  if (slug === undefined) return {};
  const group = await findGroupBySlug(sql, { workspace_id: actor.workspace.id, slug });
  if (!group) throw refuse.notFound(`group "${slug}" not found; list_groups shows the handles`);
  return { group_id: group.group_id };
}
