// What documents can be: the types that plugins bring, and the kinds of what people see of them. Pure data; it imports nothing.

/** A document is its files and nothing else; the others have rows of the plugin that makes their pages (`documents.page`). */
export const docTypes = ["document", "database", "form", "agent"] as const;

/** By what a document shows. Those of a plugin's type take one that says it best, or add one. */
export const kinds = ["html", "markdown", "snippet", "image", "pdf", "audio", "video", "file", "database"] as const;

/** Kinds of which a synced folder holds nothing: what they show lies in rows. */
export const kindsWithoutFiles: readonly (typeof kinds)[number][] = ["database"];
