// Documents by address, for clients that let a person pick what a model reads:
// `doc://{doc_id}` and `doc://{doc_id}/{+path}`.
import { firstCharacters, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { ResourceContent, ResourcePage } from "../../../kernel/ports/operation.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { decodeText } from "../../texts/port.ts";
import { contentTypeOf } from "../model/kinds.ts";
import { parseFilePath } from "../model/paths.ts";
import { document, refuseMissingFile } from "../permits.ts";
import { tellRead } from "../reading.ts";
import { readFile } from "../store/reading/blobs.ts";
import { DOCUMENTS, listDocuments } from "../store/reading/lists.ts";

const PAGE = 100;
const BYTES_MAX = manifest.caps.mcp_resource_bytes;
const DESCRIPTION_CHARS_MAX = 300;

export const listResources = operation({
  id: "doc.resource.list",
  resource: { lists: true },
  summary: "List documents by address",
  effect: "read",
  query: t.Object({ cursor: t.Optional(t.String({ description: "next_cursor of the page before." })) }),
  output: ResourcePage,
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ sql, actor, now }, { query }) => {
    const after = DOCUMENTS.after(query.cursor);
    const options = { actor, now, view: "all" as const, folder: null, recursive: true, tag: null };
    const found = await listDocuments(sql, { ...options, after, limit: PAGE + 1 });
    const { rows, next } = DOCUMENTS.page(found, { limit: PAGE });
    return {
      resources: rows.map((row) => ({
        uri: `doc://${row.doc_id}`,
        title: row.title,
        ...(row.description === "" ? {} : { description: firstCharacters(row.description, DESCRIPTION_CHARS_MAX) }),
        mime_type: contentTypeOf(row.source_path),
        updated_at: row.updated_at.toISOString(),
      })),
      ...next,
    };
  },
});

export const readResource = operation({
  id: "doc.resource.read",
  resource: {
    reads: [
      {
        uri: "doc://{doc_id}",
        name: "document",
        title: "Document",
        description: "What a person edits of a document: the source of a page or a snippet, or the shared file.",
      },
      {
        uri: "doc://{doc_id}/{+path}",
        name: "document_file",
        title: "File of a document",
        description: "One file of a document's current version, such as doc://{doc_id}/index.html.",
      },
    ],
  },
  summary: "Read a document by address",
  effect: "read",
  params: t.Object({ doc_id: t.String() }),
  query: t.Object({ path: t.Optional(t.Name({ minLength: 1 })) }),
  output: ResourceContent,
  rules: ({ query }) => {
    if (query.path !== undefined) parseFilePath(query.path);
  },
  permit: document("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject, sql, runtime } = call;
    const path = query.path ?? subject.source_path;
    const file = subject.files.find((one) => one.path === path);
    if (!file) throw refuseMissingFile(path);
    const { size_bytes, content_type: mime_type } = file;
    if (size_bytes > BYTES_MAX) {
      throw refuse.tooLarge(
        `"${path}" has ${size_bytes} bytes; a resource is read up to ${BYTES_MAX}: fetch it with the tool create_download, or read text in parts with get_file`,
        { size: size_bytes, limit: BYTES_MAX },
      );
    }
    const bytes = await readFile({ sql, runtime }, file);
    const text = decodeText(bytes);
    tellRead(call, subject, "view");
    return { mime_type, ...(text === null ? { base64: Buffer.from(bytes).toString("base64") } : { text }) };
  },
});
