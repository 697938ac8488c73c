// What meta.json says of a document; its files are added where the zip names them.
import type { JsonObject, Runtime } from "../../kernel/plugin.ts";
import { documentAddress } from "../documents/port/read.ts";
import type { PackableDocument } from "./store/bundles.ts";

export function metaOf(runtime: Pick<Runtime, "contentHosts">, document: PackableDocument): JsonObject {
  return {
    doc_id: document.doc_id,
    title: document.title,
    kind: document.kind,
    alias: document.alias,
    filename: document.filename,
    folder: document.folder,
    tags: document.tags,
    version: document.version,
    visibility: document.visibility,
    url: documentAddress(runtime, document),
    updated_at: document.updated_at.toISOString(),
    attrs: document.attrs,
  };
}
