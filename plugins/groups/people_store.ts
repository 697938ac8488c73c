// The people of one group as rows, in pages.
import { type PageOptions, pagesOf, type Role, type Sql } from "../../kernel/plugin.ts";

export interface ListedPerson {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  disabled: boolean;
  added_at: Date;
  /** The address without regard to case, by which the list is sorted. */
  sort_email: string;
}

/** Who is looked for; what is left out narrows nothing. */
export interface PersonFilters {
  /** A part of the name or of the address, in whatever case; every character stands for itself. */
  q?: string;
  role?: Role;
  disabled?: boolean;
}

export const PEOPLE = pagesOf("group-members", (at) => ({
  sort_email: at.text("sort_email"),
  user_id: at.id("user_id"),
}));

/** Who is in a group, by address. */
export function listPeople(
  sql: Sql,
  by: { workspace_id: number; group_id: number; filters: PersonFilters } & PageOptions<
    Pick<ListedPerson, "sort_email" | "user_id">
  >,
): Promise<ListedPerson[]> {
  const { workspace_id, group_id, after, limit } = by;
  const { q, role, disabled } = by.filters;
  return sql<ListedPerson[]>`
    select u.user_id, u.email, u.name, u.role, u.disabled_at is not null as disabled, gm.added_at,
      lower(u.email) as sort_email
    from group_members gm join users u on u.user_id = gm.user_id and u.workspace_id = gm.workspace_id
    where gm.workspace_id = ${workspace_id} and gm.group_id = ${group_id}
      ${q === undefined ? sql`` : sql`and (strpos(lower(u.email), lower(${q})) > 0 or strpos(lower(u.name), lower(${q})) > 0)`}
      ${role === undefined ? sql`` : sql`and u.role = ${role}`}
      ${disabled === undefined ? sql`` : sql`and (u.disabled_at is not null) = ${disabled}`}
      ${after === null ? sql`` : sql`and (lower(u.email), u.user_id) > (${after.sort_email}, ${after.user_id})`}
    order by lower(u.email), u.user_id limit ${limit}`;
}
