// Inputs of the permission matrix for passkeys.
import { type Inputs, plain } from "../permission/input.ts";
import { fieldsOf } from "../permission/stage.ts";
import { addFor } from "./add_for.ts";

const CREDENTIAL = { id: "AAAA", type: "public-key", response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };

export const INPUTS: Inputs = {
  "passkey.list": plain({ with_cookie: true }),
  "passkey.page": plain({ with_cookie: true }),
  "passkey.script": plain(),
  "passkey.options": plain({ json: {}, with_cookie: true }),
  "passkey.add": plain({ json: { ticket: "none", name: "Mine", credential: CREDENTIAL }, with_cookie: true }),
  "passkey.rename": {
    make: async ({ h, people }, caller) => ({
      params: { passkey_id: caller === "stranger" ? 1 : await addFor(h, people[caller]) },
      json: { name: "My phone" },
      with_cookie: true,
    }),
  },
  "passkey.remove": {
    make: async ({ h, people }, caller) => ({
      params: { passkey_id: caller === "stranger" ? 1 : await addFor(h, people[caller]) },
      with_cookie: true,
    }),
  },
  "passkey.offer": plain({ json: {}, with_cookie: true }),
  "login.passkey.options": plain({ json: {} }),
  "login.passkey": plain({ form: fieldsOf({ ticket: "none", credential: "{}" }) }),
};
