// Inputs of the permission matrix for directories; none is connected there.
import { type Inputs, plain } from "../permission/input.ts";

const params = { provider: "google" };

export const INPUTS: Inputs = {
  "directory.get": plain({ params }),
  "directory.connect": plain({ params }),
  "directory.consented": plain({ with_cookie: true, query: { state: "none" } }),
  "directory.groups": plain({ params }),
  "directory.take": plain({ params, json: { group_id: "g1", mode: "sync" } }),
  "directory.sync": plain({ params }),
  "directory.policy": plain({ params, json: { directory_only: false } }),
  "directory.disconnect": plain({ params }),
};
