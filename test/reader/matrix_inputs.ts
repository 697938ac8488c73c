// Inputs of the permission matrix for a document's page in the app.
import { document, type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "reader.page": document(() => ({ with_cookie: true })),
  "reader.info": document(() => ({ with_cookie: true })),
  "reader.move": document(() => ({ with_cookie: true })),
  "reader.style": plain(),
  "reader.prose_style": plain(),
  "reader.script": plain(),
};
