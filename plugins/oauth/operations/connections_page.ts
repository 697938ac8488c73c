// The page of connections and what its forms do; under /auth, where a form from another origin is refused.

import { answerPage, seeOther, sessionOnly, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { oauthStyle } from "../pages/assets.ts";
import { choiceFields, readChoice } from "../pages/choice.ts";
import { connectionsPage } from "../pages/connections_page.ts";
import { ownConnection } from "../permits.ts";
import { listOffered, withHeld } from "../roots.ts";
import { listGrants } from "../store/grants.ts";
import { change, end } from "./connections.ts";

const PATH = "/auth/connections";

export const showConnections = operation({
  id: "connection.page",
  route: "GET /auth/connections",
  summary: "The programs that you have connected, as a page",
  ...signedInPage,
  permit: signedIn(),
  async run({ actor, sql, now, runtime }) {
    const grants = await listGrants(sql, { user_id: actor.user_id, workspace_id: actor.workspace.id, now });
    const roots = await listOffered(sql, actor);
    return answerPage(connectionsPage({ actor, grants, roots, base_url: runtime.config.base_url }), {
      holds_no_secret: true,
    });
  },
});

export const sendConnection = operation({
  id: "connection.page.send",
  route: "POST /auth/connections/{id}",
  decides: "credentials",
  summary: "Changes or ends a connection from its page",
  params: t.Object({ id: t.Id() }),
  form: t.Object({
    action: t.OneOf(["save", "end"], { description: "What becomes of it." }),
    name: t.Optional(t.Called({ maxLength: 100, description: "What you call it." })),
    ...choiceFields,
  }),
  ...pageForm,
  permit: () => [ownConnection(), sessionOnly("change a connection here")],
  opens: null,
  audit: ["connection.update", "connection.end"],
  async run(call, { form }) {
    if (form.action === "end") {
      await end(call);
    } else {
      const offered = withHeld(await listOffered(call.sql, call.actor), call.subject.limits);
      await change(call, { name: form.name?.trim(), limits: readChoice(form, offered) });
    }
    return seeOther(PATH);
  },
});

export const readStyle = servePageFile({
  id: "oauth.style",
  route: "GET /oauth/pages/oauth.css",
  summary: "The stylesheet of the consent and connection pages",
  file: oauthStyle,
});
