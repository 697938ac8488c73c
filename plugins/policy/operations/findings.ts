// Where a document's text looks like secrets, for whoever may take them out (rules: policy/secrets).
import { t } from "../../../kernel/plugin.ts";
import { documentWith, type FileRow, readFile } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import { knownPoliciesPort } from "../known_policies.ts";
import { knownFindingsPort } from "../secrets/known_findings.ts";
import { findSecrets, readText, whatIs } from "../secrets/looking.ts";
import type { Packed } from "../secrets/packing.ts";

const FILES_MAX = 50;
/** Of the files together. */
const BYTES_MAX = 4 * TEXT_BYTES_MAX;
const LISTED_MAX = 20;

export const readSecretFindings = operation({
  id: "doc.secret_findings",
  route: "GET /api/docs/{doc_id}/secret-findings",
  summary: "List where a document's text looks like secrets",
  description: `Of the current version, where the policy has published text looked through; what was found is not shown. The first ${FILES_MAX} files of text are read, ${BYTES_MAX / 1024 / 1024} MiB of them together. What was not looked through yet counts in the quota \`secret_findings\`.`,
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  output: t.Object(
    {
      doc_id: t.String(),
      version: t.Integer(),
      scanned: t.Boolean({ description: "Whether the policy's secret_scan is on; else nothing was looked for." }),
      whole: t.Boolean({ description: "Whether all text of it was looked through." }),
      count: t.Integer({ description: "How many were found." }),
      findings: t.Array(
        t.Object({
          path: t.String(),
          line: t.Integer(),
          rule: t.String(),
          what: t.String({ description: "Such as: a private key." }),
        }),
        { description: `At most ${LISTED_MAX}, in the order of the text.` },
      ),
    },
    { $id: "SecretFindings" },
  ),
  permit: documentWith("edit"),
  connection_limit: "places",
  refuses: [429],
  run: async (call) => {
    const { subject, sql, runtime, actor, use } = call;
    const { doc_id, version, workspace_id } = subject;
    const { secret_scan } = await use(knownPoliciesPort).find(sql, workspace_id);
    if (secret_scan === "off") return { doc_id, version, scanned: false, whole: false, count: 0, findings: [] };
    const texts = subject.files.filter(({ renderer, size_bytes }) => renderer === null && size_bytes <= TEXT_BYTES_MAX);
    const files = firstOf(texts);
    const found = await use(knownFindingsPort).find(files, async () => {
      // What is known costs nothing: only reading and looking is counted (rules: limits/fair_share).
      await runtime.quotas.takeFor("secret_findings", call);
      return findSecrets(textsOf({ sql, runtime }, files), actor);
    });
    return {
      doc_id,
      version,
      scanned: true,
      whole: files.length === texts.length,
      count: found.length,
      findings: found.slice(0, LISTED_MAX).map((one) => ({ ...one, what: whatIs(one.rule) })),
    };
  },
});

/** As many from the beginning as are read of one document. */
function firstOf(files: readonly FileRow[]): FileRow[] {
  let bytes = 0;
  return files.slice(0, FILES_MAX).filter(({ size_bytes }) => {
    bytes += size_bytes;
    return bytes <= BYTES_MAX;
  });
}

async function* textsOf(call: Parameters<typeof readFile>[0], files: readonly FileRow[]): AsyncGenerator<Packed> {
  for (const file of files) {
    const text = readText(await readFile(call, file));
    if (text !== null) yield { text, placeOf: (line) => ({ path: file.path, line }) };
  }
}
