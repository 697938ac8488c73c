// What people see of a document: the kinds that there are, and which of them are files. Pure data; it imports nothing.

/** By what a document shows. Those of a plugin's type take one that says it best, or add one. */
export const kinds = ["html", "markdown", "snippet", "image", "pdf", "audio", "video", "file", "database"] as const;

/** Kinds of which a synced folder holds nothing: what they show lies in rows. */
export const kindsWithoutFiles: readonly (typeof kinds)[number][] = ["database"];
