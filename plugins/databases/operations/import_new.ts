// Making a database of a file:
// its document, its table and its records in one transaction, so that a refused file leaves nothing.
import { t, type WriteCall } from "../../../kernel/plugin.ts";
import {
  askToAnnounce,
  asPlaced,
  folder,
  placement,
  publishTarget,
  type Target,
  titleText,
} from "../../documents/port/create.ts";
import { settleRetention } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { parseFolder } from "../../places/port.ts";
import { askAboutImport } from "../exchange/import_texts.ts";
import { bodySource, closeImport, fittingRows, type ImportRead, readImport } from "../exchange/importing.ts";
import { DatabaseDocument } from "../schemas.ts";
import { showDatabase } from "../showing.ts";
import { makeContent, makeDatabase } from "./databases.ts";
import { fileMembers, nameOf, reportMembers, reportOf, wantedOf, writeRows } from "./import.ts";

const MadeOfFile = t.Object(
  { doc: t.Nullable(DatabaseDocument, { description: "The new database; null with dry_run." }), ...reportMembers },
  { $id: "DatabaseOfFile" },
);

export const createFromFile = operation({
  id: "database.create_from_file",
  route: "POST /api/databases/import",
  summary: "Make a database of a CSV, JSON Lines or Excel file",
  description:
    "The body is the file, up to 64 MiB: a new database with one table, whose fields are guessed, and its records. All of it is one transaction, and nothing of it is there where the file is refused. With dry_run nothing is made, and the report says what would be.",
  query: t.Object({
    title: t.Optional(titleText("What the database is called; the filename's when absent.")),
    folder,
    root: placement.root,
    ...fileMembers,
  }),
  raw: "upload",
  output: MadeOfFile,
  status: 201,
  also: [200],
  rules: ({ query }) => {
    parseFolder(query.folder ?? "");
    wantedOf(query);
  },
  permit: ({ query }) => publishTarget(query),
  connection_limit: "places",
  publishes: (_input, target) => asPlaced({}, target),
  quota: "publish",
  once: "idempotency_key",
  marks_repeat: "replayed",
  audit: ["doc.publish", "record.imported"],
  refuses: [409, 413],
  prepare: async (call, { query }) => {
    const made = await readImport(call, wantedOf(query), bodySource(call));
    const content = query.dry_run ? null : await makeContent(call, query.title ?? nameOf(query));
    return { ...made, content, fingerprint: made.sha256 };
  },
  run: async (call, { query }, made) => {
    const wanted = wantedOf(query);
    const name = nameOf(query);
    // Whatever is wrong with the file is known before anything is made.
    const rows = await fittingRows(call, made);
    if (made.content === null) {
      call.afterCommit(() => closeImport(made));
      call.reply.status = 200;
      await askAboutTrial({ ...call, noteLent: () => undefined }, { made, title: query.title ?? name, name });
      return { doc: null, ...reportOf(rows, name), table_id: null, dry_run: true };
    }
    const database = await makeDatabase(call, made.content);
    const report = await writeRows({ ...call, subject: database }, wanted, made);
    const { doc } = showDatabase(database, { tables: [], views: [], forms: [] }, call);
    return { doc, ...report };
  },
});

/** Throws what a rule on publishing would say to the database, its table and its values; nothing is noted of what nobody made. */
async function askAboutTrial(
  call: WriteCall<Target>,
  { made, title, name }: { made: ImportRead; title: string; name: string },
): Promise<void> {
  const { subject, actor } = call;
  const workspace_id = actor.workspace.id;
  const retention_days = await settleRetention(call, { workspace_id, retention_days: 0 });
  const document = {
    ...{ workspace_id, document_id: null, doc_id: "", doc_type: "database" as const, title, description: "" },
    ...{ root_id: subject.root?.root_id ?? null, folder: subject.path },
    ...{ visibility: "restricted" as const, listing: "private" as const, retention_days },
  };
  await askToAnnounce(call, subject, { title });
  await askAboutImport({ ...call, subject: document }, made, name);
}
