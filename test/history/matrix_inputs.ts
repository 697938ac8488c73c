// Inputs of the permission matrix for what changed in documents.
import { document, type Inputs } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "doc.history": document(() => ({ query: { path: "index.html" } })),
  "doc.diff": document(() => ({ query: { path: "index.html", from: "1" } })),
  "doc.blame": document(() => ({ query: { path: "index.html" } })),
  "doc.rendered": document(),
  "render.markdown": { make: () => ({ json: { content: "# Words" } }) },
};
