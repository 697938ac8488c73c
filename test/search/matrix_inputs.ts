// Inputs of the permission matrix for both searches and grep in one document.
import { document, type Inputs } from "../permission/input.ts";

/** What stands in the document of the closed folder in test/permission/closed_folders_test.ts. */
const SECRET = "secret";

export const INPUTS: Inputs = {
  "search.grep": {
    make: () => ({ query: { q: "word" } }),
    in_folder: [({ root, folder }) => ({ query: { q: SECRET, root, folder } })],
  },
  "search.ranked": {
    make: () => ({ query: { q: "word" } }),
    in_folder: [({ folder }) => ({ query: { q: SECRET, folder } })],
  },
  "doc.grep": document(() => ({ query: { pattern: "word" } })),
};
