// Inputs of the permission matrix for the wiki.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "wiki.get": plain(),
  "wiki.update": { make: () => ({ json: { title: "Handbook" } }) },
};
