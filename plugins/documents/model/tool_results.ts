// What agents get back from this plugin's tools: enough to go on with, and no more.

/** After a publish. */
export const PUBLISHED = ["doc_id", "title", "kind", "url", "visibility", "folder", "version"] as const;
/** After a write to a document's files. */
export const WRITTEN = ["doc_id", "url", "version", "changed", "path"] as const;
