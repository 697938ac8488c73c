// How many documents a person who leaves their workspace would take along, and how many they would leave there.
import type { Belonging, PersonLeave } from "../../../../kernel/plugin.ts";

/** Whoever is alone leaves what others wrote there before, too: nobody else will look after it. */
export async function countBelongings({ sql, workspace_id, user_id }: PersonLeave): Promise<Belonging[]> {
  const [row] = await sql<{ own: number; own_gone: number; shared: number }[]>`
    select count(*) filter (where p.owner_id = ${user_id} and d.deleted_at is null)::int as own,
      count(*) filter (where p.owner_id = ${user_id} and d.deleted_at is not null)::int as own_gone,
      count(*) filter (where p.root_id is not null)::int as shared
    from documents d join places p using (place_id)
    where d.workspace_id = ${workspace_id} and (p.owner_id = ${user_id} or (p.root_id is not null
      and (d.created_by = ${user_id} or d.owner_id = ${user_id} or not exists (
        select from users u where u.workspace_id = ${workspace_id} and u.user_id <> ${user_id}))))`;
  const counted = (count: number, where: string) => ({
    count,
    one: `document in ${where}`,
    many: `documents in ${where}`,
  });
  return [
    { ...counted(row?.own ?? 0, "My documents"), goes: true },
    { ...counted(row?.own_gone ?? 0, "your trash"), goes: true },
    { ...counted(row?.shared ?? 0, "General and shared roots"), goes: false },
  ];
}
