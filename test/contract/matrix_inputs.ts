// Inputs of the permission matrix for what every client can rely on.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "limits.get": plain(),
  "changelog.get": plain(),
};
