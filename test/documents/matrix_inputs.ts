// Inputs of the permission matrix for publishing, reading and changing documents.
import {
  document,
  type InFolder,
  type Inputs,
  type Made,
  type NamedFolder,
  ownDocument,
  place,
  plain,
  rootOf,
  target,
} from "../permission/input.ts";
import { fileOf, made } from "../permission/stage.ts";

const SNIPPET = { route: "POST /api/snippets", json: { content: "print(1)\n", language: "python" } };

const MARKDOWN = { route: "POST /api/docs", json: { markdown: "# One" } };

const FILE = { route: "POST /api/files" };

export const INPUTS: Inputs = {
  "doc.publish": place((stage) => ({ json: { html: "<p>new</p>", ...target(stage) } })),
  "doc.publish_snippet": place((stage) => ({ json: { content: "1\n", ...target(stage) } })),
  "doc.publish_file": place((stage) => ({ form: fileOf("file", target(stage)) })),
  "doc.publish_file_content": place((stage) => ({ json: { filename: "note.txt", content: "text", ...target(stage) } })),
  "doc.list": {
    ...place((stage) => ({ query: { ...rootOf(stage), view: "all" } })),
    in_folder: [
      ({ root, folder }) => ({ query: { root, folder } }),
      ({ root, folder }) => ({ query: { root, folder, recursive: "true" } }),
    ],
  },
  "doc.trash": place((stage) => ({ query: rootOf(stage) })),
  "doc.trash.empty": place((stage) => ({ query: rootOf(stage) })),
  "doc.keep": document(),
  "doc.tags": place(() => ({ query: { include_team: "true" } })),
  "doc.get": document(),
  "doc.show": document(),
  "doc.update": { ...document(() => ({ json: { title: "Another" } })), in_folder: [own()] },
  "doc.delete": document(),
  "doc.undelete": {
    ...document(async (stage) => {
      await made(stage.h.call(`DELETE /api/docs/${stage.doc.doc_id}`, { as: stage.people.owner }));
      return {};
    }),
    in_folder: [own(({ stage, as }, doc_id) => made(stage.h.call(`DELETE /api/docs/${doc_id}`, { as })))],
  },
  "doc.manifest": document(),
  "doc.file.get": document(() => ({ params: { path: "index.html" } })),
  "doc.file.read": document(() => ({ query: { path: "index.html" } })),
  "doc.resource.list": plain(),
  "doc.resource.read": document(() => ({ query: { path: "index.html" } })),
  "doc.file.put": document(() => ({ params: { path: "style.css" }, json: { content: "p {}" } })),
  "doc.files.add": document(() => ({ form: fileOf("file", {}) })),
  "doc.files.remove": document(async (stage) => {
    const at = `PUT /api/docs/${stage.doc.doc_id}/files/style.css`;
    await made(stage.h.call(at, { as: stage.people.owner, json: { content: "p {}" } }));
    return { query: { path: "style.css" } };
  }),
  "doc.update_markdown": { ...document(() => ({ json: { content: "# Other" } })), document: MARKDOWN },
  "doc.update_snippet": { ...document(() => ({ json: { content: "print(2)\n" } })), document: SNIPPET },
  "doc.update_file": { ...document(() => ({ json: { content: "other" } })), document: FILE },
  "doc.versions": document(),
  "doc.restore": document(() => ({ params: { version: 1 } })),
  "doc.duplicate": { ...document(() => ({ json: { root: "~" } })), in_folder: [own()] },
  "doc.version.label": document(() => ({ params: { version: 1 }, json: { label: "first" } })),
  "doc.version.activate": document(() => ({ params: { version: 1 }, json: { base_version: 1 } })),
};

/** A document of the caller's own into the folder. */
function own(before: (named: NamedFolder, doc_id: string) => Promise<unknown> = async () => {}): InFolder {
  return async (named): Promise<Made> => {
    const { doc_id } = await ownDocument(named);
    await before(named, doc_id);
    return { params: { doc_id }, json: { root: named.root, folder: named.folder } };
  };
}
