// Reading documents: lists, one document, its manifest, its files.
import { nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { parseFolder, rootNamed } from "../../places/port.ts";
import { manifestCaps } from "../model/caps.ts";
import { normaliseTag, parseFilePath } from "../model/paths.ts";
import { showDocument } from "../model/rows.ts";
import { Document, ManifestAnswer } from "../model/schemas.ts";
import { document } from "../permits.ts";
import { DOCUMENTS, listDocuments } from "../store/reading/lists.ts";
import { filesOfVersion } from "../store/reading/version_files.ts";
import { downloadFile } from "./download.ts";

const PAGE_MAX = manifestCaps.list_docs;

export const listDocs = operation({
  id: "doc.list",
  route: "GET /api/docs",
  tool: { name: "list_docs", wording: "List documents, newest first, by folder, tag or view.", idempotent: true },
  summary: "List documents",
  query: t.Object({
    folder: t.Optional(t.String({ description: 'Only documents directly in this folder; "" is the top.' })),
    recursive: t.Optional(t.Boolean({ default: false, description: "With folder, its subfolders too." })),
    tag: t.Optional(t.String({ description: "Only documents with this tag." })),
    pages: t.Optional(
      t.Boolean({ default: false, description: "Leaves out pictures, sound, film and other files, which pages show." }),
    ),
    root: t.Optional(t.String({ description: "~ for My documents, or a shared root's slug; view is ignored then." })),
    view: t.UnlessGiven(
      "root",
      t.OneOf(["mine", "team", "all"], {
        default: "mine",
        description: "mine: your own; team: listed to the team or shared with you; all: both, and every root you see.",
      }),
    ),
    ...paging({ maximum: PAGE_MAX }),
  }),
  output: t.Object({
    docs: t.Array(Document),
    ...nextCursor,
    truncated: t.Optional(t.Boolean({ description: "True when a list without limit was cut at 500." })),
  }),
  rules: ({ query }) => {
    if (query.folder !== undefined && query.view !== "team") parseFolder(query.folder);
    if (query.tag !== undefined) normaliseTag(query.tag);
  },
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { sql, actor, now, subject: root } = call;
    const limit = query.limit ?? PAGE_MAX;
    const view = root ? { root } : query.root === undefined ? (query.view ?? "mine") : "mine";
    const found = await listDocuments(sql, {
      actor,
      now,
      view,
      folder: query.folder === undefined || view === "team" ? null : parseFolder(query.folder),
      recursive: query.recursive ?? false,
      tag: query.tag === undefined ? null : normaliseTag(query.tag),
      pages_only: query.pages ?? false,
      after: DOCUMENTS.after(query.cursor),
      limit: limit + 1,
    });
    const { rows, next } = DOCUMENTS.page(found, { limit });
    const docs = rows.map(({ owner_email, ...row }) => ({
      ...showDocument(row, call),
      ...(view === "team" || view === "all" ? { owner_email, mine: row.owner_id === actor.user_id } : {}),
    }));
    return { docs, ...next, ...(next.next_cursor && query.limit === undefined ? { truncated: true } : {}) };
  },
});

export const getDoc = operation({
  id: "doc.get",
  route: "GET /api/docs/{doc_id}",
  summary: "Read one document",
  description: "Answers whoever may edit it; for everyone else it does not exist.",
  output: Document,
  permit: document("edit", { hidden: true }),
  connection_limit: "places",
  run: (call) => showDocument(call.subject, call),
});

/** What the list shows of it and what `get_file` needs to know, for everybody who may read it. */
export const showDoc = operation({
  id: "doc.show",
  tools: [
    {
      name: "get_link",
      wording: "Get a document's link and its settings.",
      gives: ["doc_id", "title", "kind", "url", "visibility", "expires_at", "version"],
      idempotent: true,
    },
    {
      name: "list_files",
      wording: "List the files of a document's current version.",
      gives: ["doc_id", "version", "files"],
      idempotent: true,
    },
  ],
  summary: "Read a document's link, or its files",
  effect: "read",
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  output: Document,
  permit: document("view"),
  connection_limit: "places",
  run: (call) => showDocument(call.subject, call),
});

export const getManifest = operation({
  id: "doc.manifest",
  route: "GET /api/docs/{doc_id}/manifest",
  summary: "Read the hashes of a version's files",
  query: t.Object({ version: t.Optional(t.Version({ description: "Without it, the current one." })) }),
  output: ManifestAnswer,
  permit: document("view"),
  connection_limit: "places",
  run: async ({ subject, sql }, { query }) => {
    const version = query.version ?? subject.version;
    const files = await filesOfVersion(sql, subject, version);
    return {
      doc_id: subject.doc_id,
      version,
      current_version: subject.version,
      updated_at: subject.updated_at.toISOString(),
      manifest: Object.fromEntries(
        files.map((file) => [
          file.path,
          { sha256: file.sha256, size: file.size_bytes, content_type: file.content_type },
        ]),
      ),
    };
  },
});

export const getFile = operation({
  id: "doc.file.get",
  route: "GET /api/docs/{doc_id}/files/{path...}",
  summary: "Download one file of a document",
  description:
    "ETag is the file's SHA-256; `X-Doc-Version` names the version served. Ranges and conditions work as in RFC 9110.",
  query: t.Object({ version: t.Optional(t.Version({ description: "Without it, the current one." })) }),
  raw: "download",
  also: [206, 304],
  refuses: [416],
  rules: ({ params }) => void parseFilePath(params.path),
  permit: document("view"),
  connection_limit: "places",
  run: (call, { params, query }) =>
    downloadFile(call, call.subject, { path: params.path, version: query.version ?? null }),
});
