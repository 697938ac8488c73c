// Inputs of the permission matrix for sites, which show whoever asks what is theirs to read.
import { type Inputs, plain } from "../permission/input.ts";

const params = { root_slug: "general", path: "" };

export const INPUTS: Inputs = {
  "site.folder": plain({ params }),
  "site.shared_folder": plain({ params: { ...params, workspace: "nobody" } }),
  "site.sign_in": plain({ query: { to: "/w/" } }),
  "site.signed_in": plain({ query: { handoff: "none" } }),
  "site.asset": plain({ params: { name: "none" } }),
};
