// Inputs of the permission matrix for the feed of changes.
import { type Inputs, place, rootOf } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "changes.list": place((stage) => ({ query: { ...rootOf(stage), include_team: "true" } })),
};
