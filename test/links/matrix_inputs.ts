// Inputs of the permission matrix for names of documents and links between them.
import { document, type Inputs, place } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "doc.alias.set": document((stage) => ({
    json: {
      alias: `name-${stage.doc.doc_id
        .slice(-8)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "x")}`,
      force: true,
    },
  })),
  "doc.alias.clear": document(),
  "doc.links": document(),
  "link.resolve": {
    ...place(() => ({ query: { ref: "nobody" } })),
    naming: ({ doc }) => ({ query: { ref: `doc:${doc.doc_id}` } }),
  },
  "link.follow": { make: () => ({ params: { ref: "nobody" } }) },
  "link.follow_path": { make: () => ({ params: { ref: "nobody", path: "x" } }) },
};
