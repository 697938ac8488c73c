// Inputs of the permission matrix for signing in and out.
import { type Inputs, plain } from "../permission/input.ts";
import { fieldsOf } from "../permission/stage.ts";

const SETUP = fieldsOf({ email: "nobody@example.org", name: "Nobody", workspace: "Nowhere" });

export const INPUTS: Inputs = {
  "login.show": plain(),
  "login.provider": plain(),
  "login.callback": plain({ query: { code: "none", state: "none" } }),
  "login.link": plain({ form: fieldsOf({ email: "nobody@example.org" }) }),
  "login.confirm.show": plain({ params: { token: "unknown" } }),
  "login.confirm": plain({ params: { token: "unknown" }, form: fieldsOf({ name: "Nobody" }) }),
  "login.code": plain({ form: fieldsOf({ email: "nobody@example.org", code: "1234 5678" }) }),
  "login.member_link.show": plain({ params: { token: "unknown" } }),
  "login.member_link": plain({ params: { token: "unknown" } }),
  "login.links_made.show": { make: () => ({ with_cookie: true }) },
  "login.links_made": { make: () => ({ form: fieldsOf({ next: "/app" }), with_cookie: true }) },
  "setup.show": plain({ params: { token: "unknown" } }),
  "setup.finish": plain({ params: { token: "unknown" }, form: SETUP }),
  logout: plain(),
  "viewer.authorize": {
    about: "document",
    make: ({ doc }) => ({ query: { slug: doc.slug, nonce: "a".repeat(43) }, with_cookie: true }),
  },
  "logout.all": { fresh: "everything", make: () => ({ with_cookie: true }) },
};
