// Inputs of the permission matrix for activity.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "activity.summary": {
    about: "document",
    make: ({ doc }) => ({ query: { doc_id: doc.doc_id } }),
    in_folder: [({ root, folder }) => ({ query: { root, folder } })],
  },
  "activity.events": {
    about: "document",
    make: ({ doc }) => ({ query: { doc_id: doc.doc_id } }),
    in_folder: [({ root, folder }) => ({ query: { root, folder } })],
  },
  "activity.status": plain(),
};
