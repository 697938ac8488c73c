// Inputs of the permission matrix for notices.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "notification.list": plain(),
  "notification.read": { make: () => ({ json: { all: true } }) },
};
