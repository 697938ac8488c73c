// Groups by the slugs under which entries name them.
import type { Sql } from "../../../kernel/plugin.ts";

/** The ids of a workspace's groups by slug; slugs that no group has are absent. */
export async function findGroupSlugs(
  sql: Sql,
  by: { workspace_id: number; slugs: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (by.slugs.length === 0) return new Map();
  const rows = await sql<{ slug: string; group_id: number }[]>`
    select slug, group_id from groups where workspace_id = ${by.workspace_id} and slug = any(${[...by.slugs]})`;
  return new Map(rows.map(({ slug, group_id }) => [slug, group_id]));
}
