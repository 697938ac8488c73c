// What meta.json says of a document; its files are added where the zip names them.
import type { JsonObject } from "../../kernel/mod.ts";
import type { PackableDocument } from "./store/bundles.ts";

export function metaOf(document: PackableDocument, content_url: string): JsonObject {
  return {
    doc_id: document.doc_id,
    title: document.title,
    kind: document.kind,
    alias: document.alias,
    folder: document.folder,
    tags: document.tags,
    version: document.version,
    visibility: document.visibility,
    url: `${content_url}/d/${document.slug}/`,
    updated_at: document.updated_at.toISOString(),
    attrs: document.attrs,
  };
}
