// Inputs of the permission matrix for the frame of the app.
import { formOf } from "../documents/published.ts";
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "app.do": plain({ with_cookie: true, params: { operation: "token.create" }, form: formOf([["name", "of a form"]]) }),
  "app.theme": plain({ with_cookie: true, form: formOf([["theme", "dark"]]) }),
  "app.script": plain(),
  "app.style": plain(),
};
