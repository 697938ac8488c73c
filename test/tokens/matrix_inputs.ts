// Inputs of the permission matrix for who the caller is, and the caller's own tokens.
import { type Inputs, plain } from "../permission/input.ts";
import { made } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "me.get": plain(),
  "me.update": { make: () => ({ json: { name: "Anna Berg" }, with_cookie: true }) },
  "token.list": plain(),
  "token.page": plain({ with_cookie: true }),
  "token.create": { make: () => ({ json: { name: "script" }, with_cookie: true }) },
  "token.revoke": {
    make: async ({ h, people }, caller) => {
      if (caller === "stranger") return { params: { token_id: 1 } };
      const json = { name: "to go" };
      const token = await made(h.call("POST /api/tokens", { as: people[caller], with_cookie: true, json }));
      return { params: { token_id: token.id } };
    },
  },
};
