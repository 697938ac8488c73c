// Inputs of the permission matrix for the page on which a text is written.
import { document, type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "writing.page": document(() => ({ with_cookie: true })),
  "writing.style": plain(),
  "writing.script": plain(),
};
