// Inputs of the permission matrix for the wiki.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "wiki.get": plain(),
  "wiki.redirects": plain(),
  "wiki.redirect": { make: () => ({ json: { redirects: [{ from: "old", to: "search" }], version: 1 } }) },
  "wiki.update": { make: () => ({ json: { title: "Handbook" } }) },
};
