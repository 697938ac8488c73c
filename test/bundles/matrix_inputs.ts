// Inputs of the permission matrix for bundles.
import { type Inputs, place, rootOf } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "bundle.create": place((stage) => ({ json: rootOf(stage) })),
  "bundle.download": { make: () => ({ params: { token: "unknown" } }) },
};
