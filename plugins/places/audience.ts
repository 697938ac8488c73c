// Whom grants let in at a place or on a document beside people and groups by name,
// for callers whose token may not open anything to all.
import type { Actor, Openness, Sql } from "../../kernel/plugin.ts";
import { isInForce } from "./rule.ts";
import type { SubjectType } from "./store/grants.ts";

/** `workspace` where a grant names it. Null where nobody asked: it makes a difference to a token limited to `restricted` alone. */
export type Audience = "restricted" | "workspace";

/** Whether what the caller may do depends on it. */
export function isAudienceAsked(actor: Actor): boolean {
  return actor.token?.limits?.max_visibility === "restricted";
}

/** Over `places p`: the audience of the grants that count there, and of those on the document `documentId` names. */
export function audienceOf(sql: Sql, actor: Actor, documentId: ReturnType<typeof noDocument> = noDocument(sql)) {
  if (!isAudienceAsked(actor)) return sql`null::text`;
  return sql`(select case when exists (select from grants g where g.subject_type = 'workspace' and ${isInForce(sql, actor)}
    and (g.place_id = any(p.guard_ids) or g.document_id = ${documentId})) then 'workspace' else 'restricted' end)`;
}

function noDocument(sql: Sql) {
  return sql`null::bigint`;
}

/** Whom a grant lets in. */
export function opennessTo({ subject_type }: { subject_type: SubjectType }): Openness {
  return subject_type === "workspace" ? "workspace" : "restricted";
}

/** Who reads what comes to lie at a place, as far as the place says. */
export function opennessAt({ audience }: { audience: Audience | null }): Openness {
  return audience ?? "restricted";
}
