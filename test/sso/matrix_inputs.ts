// Inputs of the permission matrix for single sign-on.
import { type Input, type Inputs, plain } from "../permission/input.ts";
import { fieldsOf, made, type Stage } from "../permission/stage.ts";

/** Once the stage's workspace has a provider, which nobody asks anything. */
function configured(rest: (stage: Stage) => object = () => ({})): Input {
  return {
    make: async (stage) => {
      const as = stage.people["workspace owner"];
      await made(stage.h.call("PUT /api/sso", { as, with_cookie: true, json: configOf(stage) }));
      return rest(stage);
    },
  };
}

function configOf({ people }: Stage) {
  const { email } = people["workspace owner"];
  const domain = email.slice(email.indexOf("@") + 1);
  return { issuer: "https://login.matrix.example", client_id: "docsvc", client_secret: "s3cret", domains: [domain] };
}

export const INPUTS: Inputs = {
  "sso.get": plain(),
  // It would last, also where a stranger calls.
  "sso.update": { fresh: "everything", make: (stage) => ({ json: configOf(stage) }) },
  // It also ends whom the provider signs in.
  "sso.delete": { fresh: "everything", ...configured() },
  "sso.test.start": configured(),
  "sso.unlink": configured((stage) => ({ params: { user_id: stage.people["workspace owner"].user_id } })),
  "sso.lookup": plain({ query: { email: "nobody@example.org" } }),
  "sso.start": plain({ params: { workspace_slug: "nowhere" } }),
  "sso.callback": plain({ query: { code: "none", state: "none" } }),
  "sso.link.page": plain({ params: { ticket: "none" } }),
  "sso.join": plain({ form: fieldsOf({ ticket: "none", decision: "stay" }) }),
};
