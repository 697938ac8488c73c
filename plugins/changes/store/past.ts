// What decided who may open what just before a change, under the names of today's tables,
// so that today's rule reads it.
import type { Actor, Sql } from "../../../kernel/plugin.ts";

/**
 * For a `with`: `grants`, `places` and `roots` as they were before the change `at`. What comes behind it in the query, as
 * `reach` does, means these by their names.
 */
export function tablesBefore(sql: Sql, actor: Actor, at: number) {
  const workspaceId = actor.workspace.id;
  // The first thing that ended later is what was there then; where nothing did, it is there still.
  const isPast = sql`f.workspace_id = ${workspaceId} and f.until_seq >= ${at}`;
  return sql`grants as not materialized (
      select workspace_id, place_id, document_id, subject_type, subject_id, 1 as level, null::timestamptz as expires_at from grant_spans
      where workspace_id = ${workspaceId} and since_seq < ${at} and until_seq >= ${at}
    ), places as not materialized (
      select place_id, workspace_id, root_id, owner_id, path, guard_ids from places p
      where p.workspace_id = ${workspaceId} and not exists (select from past_places f where f.place_id = p.place_id and ${isPast})
      union all
      select place_id, workspace_id, root_id, owner_id, path, guard_ids from past_places f
      where ${isPast} and not exists (select from past_places earlier where earlier.place_id = f.place_id
        and earlier.workspace_id = ${workspaceId} and earlier.until_seq >= ${at} and earlier.until_seq < f.until_seq)
    ), roots as not materialized (
      select root_id, workspace_id, created_by from roots where workspace_id = ${workspaceId}
      union all select root_id, workspace_id, created_by from past_roots f where ${isPast}
    )`;
}

/** Over `touched` with `seq` and `document_id`: each as it was before the change of that number, with nulls where it was not. */
export function documentsBefore(sql: Sql, actor: Actor) {
  const workspaceId = actor.workspace.id;
  return sql`
    select touched.seq, touched.document_id, was.workspace_id, was.doc_id, was.place_id, was.owner_id, was.visibility, was.listing, was.lost_root
    from touched left join lateral (
      (select until_seq, first_seq, workspace_id, doc_id, place_id, owner_id, visibility, listing, lost_root from past_documents f
        where f.document_id = touched.document_id and f.workspace_id = ${workspaceId} and f.until_seq >= touched.seq
        order by until_seq limit 1)
      union all
      (select null, coalesce(c.first_seq, 0), d.workspace_id, d.doc_id, d.place_id, d.owner_id, d.visibility, d.listing, d.lost_root
        from documents d left join document_changes c using (document_id)
        where d.document_id = touched.document_id and d.workspace_id = ${workspaceId})
      order by until_seq nulls last limit 1
    ) as was on was.first_seq < touched.seq`;
}

/** A time in which the caller was something; `until_seq` is null for what they are still. */
export interface StandingSpan {
  standing: "member" | "manager" | "group";
  group_id: number | null;
  since_seq: number;
  until_seq: number | null;
}

/** The caller as they were before the change `at`. Their connection's limits are today's. */
export function actorBefore(actor: Actor, spans: readonly StandingSpan[], at: number): Actor {
  const then = spans.filter((span) => span.since_seq < at && (span.until_seq === null || span.until_seq >= at));
  const group_ids = then.flatMap((span) => (span.group_id === null ? [] : [span.group_id]));
  return { ...actor, role: then.some((span) => span.standing === "manager") ? "admin" : "member", group_ids };
}
