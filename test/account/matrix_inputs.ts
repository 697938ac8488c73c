// Inputs of the permission matrix for taking an account along and deleting it.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "account.return.show": plain(),
  "account.return": plain(),
  "account.export": plain(),
  "account.page": plain({ with_cookie: true }),
  // Nobody's address, so that the people of the stage stay.
  "account.delete": { make: () => ({ json: { confirm: "nobody@example.org" } }) },
};
