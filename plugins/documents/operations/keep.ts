// Keeping a document that has an end (rules: documents/warnings).
import { t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { untilLater } from "../model/openness.ts";
import { document } from "../permits.ts";
import { keepDocument } from "../store/life/expiry.ts";

export const keepDoc = operation({
  id: "doc.keep",
  route: "POST /api/docs/{doc_id}/keep",
  summary: "Keep a document for ever",
  description:
    "Takes its retention away, or makes it the longest that the workspace's policy allows. Brings back a document that has expired, until the purge 7 days later.",
  output: t.Object(
    {
      doc_id: t.String(),
      retention_days: t.Integer(),
      expires_at: t.Nullable(t.Instant()),
      kept_forever: t.Boolean(),
    },
    { $id: "Kept" },
  ),
  permit: document("settings"),
  connection_limit: "places",
  opens: untilLater,
  audit: "doc.retention",
  refuses: [402, 413],
  run: async (call) => {
    const { document: kept } = await keepDocument(call, call.subject);
    const { doc_id, retention_days, expires_at } = kept;
    return {
      doc_id,
      retention_days,
      expires_at: expires_at?.toISOString() ?? null,
      kept_forever: retention_days === 0,
    };
  },
});
