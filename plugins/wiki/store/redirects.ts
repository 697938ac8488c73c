// SQL of redirects, and of the aliases that documents had before.
import type { Sql } from "../../../kernel/plugin.ts";
import { candidatesOf, type Redirect } from "../redirects/rules.ts";

/** In the order of their editor. */
export async function listRedirects(sql: Sql, workspaceId: number): Promise<Redirect[]> {
  return sql<Redirect[]>`
    select from_path as "from", target as "to", is_prefix as prefix, status from wiki_redirects
    where workspace_id = ${workspaceId} order by position`;
}

/** The list becomes the given one. */
export async function replaceRedirects(sql: Sql, workspaceId: number, redirects: readonly Redirect[]): Promise<void> {
  await sql`delete from wiki_redirects where workspace_id = ${workspaceId}`;
  const column = <K extends keyof Redirect>(name: K) => redirects.map((redirect) => redirect[name]);
  await sql`
    insert into wiki_redirects (workspace_id, from_path, is_prefix, target, status, position)
    select ${workspaceId}, given.from_path, given.is_prefix, given.target, given.status, given.position
    from unnest(${column("from")}::text[], ${column("prefix").map(String)}::text[]::boolean[], ${column("to")}::text[], ${column("status")}::smallint[])
      with ordinality as given(from_path, is_prefix, target, status, position)`;
}

/** The redirect that takes a path and knows it best. */
export async function findRedirect(sql: Sql, by: { workspace_id: number; path: string }): Promise<Redirect | null> {
  const asked = candidatesOf(by.path);
  const [row] = await sql<Redirect[]>`
    select r.from_path as "from", r.target as "to", r.is_prefix as prefix, r.status
    from unnest(${asked.map(({ from }) => from)}::text[], ${asked.map(({ prefix }) => String(prefix))}::text[]::boolean[])
        with ordinality as asked(from_path, is_prefix, rank)
      join wiki_redirects r on r.workspace_id = ${by.workspace_id} and r.from_path = asked.from_path and r.is_prefix = asked.is_prefix
    order by asked.rank limit 1`;
  return row ?? null;
}

/** A document has another alias now, or none: its old one leads to it still. Beyond `rows_max` the oldest are forgotten. */
export async function keepAlias(
  sql: Sql,
  kept: { workspace_id: number; alias: string; doc_id: string; ended_at: Date; rows_max: number },
): Promise<void> {
  const { workspace_id, alias, doc_id, ended_at, rows_max } = kept;
  await sql`
    insert into wiki_former_aliases (workspace_id, alias, doc_id, ended_at) values (${workspace_id}, ${alias}, ${doc_id}, ${ended_at})
    on conflict (workspace_id, alias) do update set doc_id = excluded.doc_id, ended_at = excluded.ended_at
    where wiki_former_aliases.ended_at <= excluded.ended_at`;
  await sql`
    delete from wiki_former_aliases where workspace_id = ${workspace_id} and alias in (
      select alias from wiki_former_aliases where workspace_id = ${workspace_id} order by ended_at desc, alias offset ${rows_max})`;
}

/** The document that had the alias last. */
export async function findFormerAlias(sql: Sql, by: { workspace_id: number; alias: string }): Promise<string | null> {
  const [row] = await sql<{ doc_id: string }[]>`
    select doc_id from wiki_former_aliases where workspace_id = ${by.workspace_id} and alias = ${by.alias}`;
  return row?.doc_id ?? null;
}

/** A document is gone for good. */
export async function forgetAliases(sql: Sql, by: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from wiki_former_aliases where workspace_id = ${by.workspace_id} and doc_id = ${by.doc_id}`;
}
