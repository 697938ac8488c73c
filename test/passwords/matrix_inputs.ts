// Inputs of the permission matrix for passwords of people.
import { type Inputs, plain } from "../permission/input.ts";
import { fieldsOf } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "password.get": plain({ with_cookie: true }),
  "password.set": {
    fresh: "everything",
    make: () => ({ json: { password: "quiet otters row home" }, with_cookie: true }),
  },
  "password.remove": plain({ with_cookie: true }),
  "login.password": plain({ form: fieldsOf({ email: "nobody@example.org", password: "quiet otters row home" }) }),
};
