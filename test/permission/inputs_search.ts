// Inputs of the permission matrix for both searches and for grep in one document.
import type { Inputs } from "./input.ts";

export const SEARCH_INPUTS: Inputs = {
  "search.grep": { make: () => ({ query: { q: "word" } }) },
  "search.ranked": { make: () => ({ query: { q: "word" } }) },
  "doc.grep": {
    about: "document",
    make: (stage) => ({ params: { doc_id: stage.doc.doc_id }, query: { pattern: "word" } }),
  },
};
