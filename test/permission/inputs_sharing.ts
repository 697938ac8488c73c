// Inputs of the permission matrix for roots and for access lists of documents, folders and places.
import type { Input, Inputs, Made } from "./inputs.ts";
import { document } from "./inputs_documents.ts";
import { made, type Stage } from "./stage.ts";

const SUBJECT = { subject_type: "workspace", level: "view" };

export const SHARING_INPUTS: Inputs = {
  "root.list": { make: () => ({}) },
  "root.create": { make: () => ({ json: { name: `Root ${++roots}` } }) },
  "root.get": onRoot(),
  "root.update": onRoot(() => ({ json: { description: "Where plans lie" } })),
  "root.delete": { ...onRoot(() => ({ query: { force: "true" } })), fresh: "everything" },
  "root.access.list": onRoot(),
};

let roots = 0;

function onRoot(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return { make: async (stage) => ({ params: { root: stage.root.slug }, ...(await rest(stage)) }) };
}
