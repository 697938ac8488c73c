// What of a document is set by other operations than the one that makes or changes it,
// and how its answers say it where nobody did.
import type { Elsewhere } from "../../../kernel/ports/operation.ts";

const PATCH = "set it with PATCH /api/docs/{doc_id}";

/** Members that somebody may send to what makes a document, with what a new one has. */
const OF_NEW = {
  visibility: { hint: `it is restricted at first; ${PATCH}`, holds: () => "restricted" },
  password: { hint: `${PATCH}, with visibility password` },
  listing: { hint: PATCH, holds: () => "private" },
  retention_days: { hint: PATCH, holds: () => 0 },
  expires_at: { hint: "say with retention_days of PATCH /api/docs/{doc_id} how long it is kept" },
  tags: { hint: PATCH, holds: () => [] },
  attrs: { hint: PATCH, holds: () => ({}) },
  description: { hint: "files that are shared as they are have one, by PATCH /api/docs/{doc_id}", holds: () => "" },
  alias: { hint: "set it with PUT /api/docs/{doc_id}/alias" },
  legal_hold: { hint: "set it with POST /api/docs/{doc_id}/legal-hold", holds: () => false },
} satisfies Record<string, Elsewhere>;

/** Those of a new document that an operation does not take itself. */
export function setLater(...names: (keyof typeof OF_NEW)[]): Readonly<Record<string, Elsewhere>> {
  return Object.fromEntries(names.map((name) => [name, OF_NEW[name]]));
}
