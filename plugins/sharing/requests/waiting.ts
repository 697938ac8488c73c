// Requests that wait for one person's decision, on whatever document.
import type { Actor, PageOptions, Sql } from "../../../kernel/plugin.ts";
import { pagesOf } from "../../../kernel/plugin.ts";
import { live } from "../../documents/port/sql.ts";
import { andPlaceInReach, managesRoot } from "../../places/port.ts";

export interface WaitingRow {
  request_id: number;
  doc_id: string;
  title: string;
  user_id: number;
  email: string;
  name: string | null;
  message: string;
  created_at: Date;
  expires_at: Date;
}

export const WAITING = pagesOf("access-requests-waiting", (at) => ({ request_id: at.id("request_id") }));

/** The latest first, by one query: of documents that are still as the request saw them, for whoever may decide as `decide` asks it. */
export function findWaiting(
  sql: Sql,
  by: { actor: Actor; now: Date } & PageOptions<Pick<WaitingRow, "request_id">>,
): Promise<WaitingRow[]> {
  const { actor, now, after, limit } = by;
  return sql<WaitingRow[]>`
    select a.request_id, d.doc_id, d.title, u.user_id, u.email, u.name, a.message, a.created_at, a.expires_at
    from access_requests a join documents d on d.document_id = a.document_id
      join places p on p.place_id = d.place_id left join roots r on r.root_id = p.root_id
      join users u on u.user_id = a.user_id and u.workspace_id = a.workspace_id and u.disabled_at is null
    where a.workspace_id = ${actor.workspace.id} and a.status = 'pending' and a.expires_at > ${now}
      and d.workspace_id = a.workspace_id and ${live(sql, now)}
      and d.owner_id = a.seen_owner_id and d.visibility = a.seen_visibility
      and p.root_id is not distinct from a.seen_root_id and p.path = a.seen_folder
      and (p.owner_id = ${actor.user_id} or ${managesRoot(sql, actor)})${andPlaceInReach(sql, actor)}
      ${after === null ? sql`` : sql`and a.request_id < ${after.request_id}`}
    order by a.request_id desc limit ${limit}`;
}
