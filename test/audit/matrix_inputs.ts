// Inputs of the permission matrix for the audit log.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "audit.list": plain(),
  "audit.actions": plain(),
  "audit.export": plain(),
  "audit.verify": plain(),
  "audit.page": plain({ with_cookie: true }),
  "audit.page.former": plain(),
};
