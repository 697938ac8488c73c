// What a policy means for one document, and the legal hold that keeps it (rules: policy/seeing).
import { t } from "../../../kernel/plugin.ts";
import { setLegalHold } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { governed, loadGoverned } from "../governed.ts";

const docId = { doc_id: t.String({ description: "The document.", examples: ["<doc_id>"] }) };

export const readState = operation({
  id: "doc.policy_state",
  route: "GET /api/docs/{doc_id}/policy-state",
  summary: "Show a document's retention and legal hold",
  params: t.Object(docId),
  output: t.Object(
    {
      doc_id: t.String(),
      legal_hold: t.Boolean(),
      legal_hold_available: t.Boolean({ description: "Whether the plan carries legal hold." }),
      can_set_legal_hold: t.Boolean(),
      retention_days: t.Integer({ description: "0 keeps forever." }),
      expires_at: t.Nullable(t.Instant()),
      expiry_warned_at: t.Nullable(t.Instant({ description: "When people were last warned of its end." })),
    },
    { $id: "DocumentPolicyState" },
  ),
  permit: governed(),
  connection_limit: "places",
  run: async ({ subject, actor, runtime }) => {
    const isCarried = runtime.plans.carries("legal_hold", actor.workspace.plan);
    return {
      doc_id: subject.doc_id,
      legal_hold: subject.legal_hold,
      legal_hold_available: isCarried,
      can_set_legal_hold: isCarried,
      retention_days: subject.retention_days,
      expires_at: subject.expires_at?.toISOString() ?? null,
      expiry_warned_at: subject.expiry_warned_at?.toISOString() ?? null,
    };
  },
});

export const setHold = operation({
  id: "doc.legal_hold",
  route: "POST /api/docs/{doc_id}/legal-hold",
  summary: "Put a document under legal hold, or release it",
  description:
    "While it is held nothing removes the document or its versions: no deletion, expiry, emptied trash or ended account. Its content may still be changed, and every version stays. A database is held with its tables, records, views and forms, and with the documents that these name.",
  params: t.Object(docId),
  body: t.Object({ on: t.Boolean({ description: "True holds it, false releases it." }) }),
  output: t.Object({ doc_id: t.String(), legal_hold: t.Boolean() }),
  // What was held on a higher plan can always be released.
  gate: { name: "legal_hold", when: ({ body }) => body.on },
  permit: governed(),
  connection_limit: "places",
  opens: null,
  audit: "doc.legal_hold",
  refuses: [402],
  run: async (call, { body: { on } }) => {
    const { doc_id, document_id, title } = call.subject;
    const changed = await setLegalHold(call, document_id, on);
    // The hold's lock is on the row: a right that ended since it was asked for has ended.
    await loadGoverned(call.sql, { actor: call.actor, doc_id });
    if (changed) call.note("doc.legal_hold", { target_type: "doc", target_id: doc_id, meta: { title, on } });
    return { doc_id, legal_hold: on };
  },
});
