// Inputs of the permission matrix for both searches and grep in one document.
import { document, type Inputs } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "search.grep": { make: () => ({ query: { q: "word" } }) },
  "search.ranked": { make: () => ({ query: { q: "word" } }) },
  "doc.grep": document(() => ({ query: { pattern: "word" } })),
};
