// Inputs of the permission matrix for confirmations.
import { type Inputs, plain } from "../permission/input.ts";
import { fieldsOf, made, type Stage } from "../permission/stage.ts";

/** What the token of the workspace's owner has set, and waits. */
async function waitingIn({ h, people }: Stage): Promise<number> {
  const as = people["workspace owner"];
  const domains = [as.email.slice(as.email.indexOf("@") + 1)];
  const config = {
    issuer: "https://login.matrix.example",
    client_id: "docsvc-waiting",
    client_secret: "s3cret",
    domains,
  };
  await made(h.call("PUT /api/sso", { as, json: config }));
  const [row] = await h.runtime.database.sql<{ setting_id: number }[]>`
    select setting_id from waiting_settings where workspace_id = ${as.workspace_id}`;
  return row?.setting_id ?? 0;
}

export const INPUTS: Inputs = {
  "confirmation.page": plain({ with_cookie: true }),
  "confirmation.list": plain(),
  "confirmation.decide": {
    fresh: "everything",
    make: async (stage) => ({
      with_cookie: true,
      params: { setting_id: await waitingIn(stage) },
      form: fieldsOf({ decision: "confirm" }),
    }),
  },
  "confirmation.role": {
    fresh: "everything",
    make: async ({ h, people }) => {
      const { user_id } = people.member;
      const as = people["workspace owner"];
      await made(h.call(`PATCH /api/members/${user_id}`, { as, json: { role: "admin" } }));
      return { with_cookie: true, params: { user_id }, form: fieldsOf({ role: "admin" }) };
    },
  },
  "confirmation.style": plain(),
};
