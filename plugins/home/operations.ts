// The home page and its two files.

import {
  type Actor,
  answerPage,
  anyone,
  type Call,
  found,
  isManager,
  type Runtime,
  signedIn,
  t,
} from "../../kernel/plugin.ts";
import { listTokens } from "../../kernel/ports/auth.ts";
import { inviteWords } from "../members/port.ts";
import { operation } from "../operation.ts";
import { servePageFile, signedInPage, signInFor } from "../pages.ts";
import { accountBody, inviteBody, sentenceOf, type WayOn } from "./account_page.ts";
import { pageAround } from "./around.ts";
import { homeScript, homeStyle } from "./assets.ts";
import { answerHome } from "./home_page.ts";
import { older } from "./ways.ts";

export const showHome = operation({
  id: "home.show",
  route: "GET /app",
  summary: "Your documents and tokens, as a page",
  query: t.Object({
    invite: t.Optional(t.String({ description: "What became of an invite's link." })),
    tag: t.Optional(
      t.String({
        maxLength: 200,
        description: "Shows the documents with this tag that are listed to you, others' too.",
      }),
    ),
    view: t.Optional(
      t.OneOf(["mine", "all", "account"], {
        default: "mine",
        description:
          "all shows every document that is listed to you: shared with you, in General and in shared roots; account your tokens and your name.",
      }),
    ),
    older,
  }),
  ...signedInPage,
  signed_out: ({ url }) => {
    const invite = inviteWords(url.searchParams.get("invite") ?? "");
    return invite ? answerPage({ title: "Your invite", body: inviteBody(invite) }) : found(signInFor(url));
  },
  permit: signedIn(),
  run: async (call, { query }) => {
    if (query.view === "account" && !query.tag) return answerAccount(call);
    const invite = inviteWords(query.invite ?? "");
    const tag = query.tag?.trim() || null;
    const view = tag === null && query.view !== "all" ? "mine" : "all";
    return answerHome(call, { invite: invite ? sentenceOf(invite) : null, tag, view, older: query.older });
  },
});

async function answerAccount({ actor, sql, runtime, now }: Call): Promise<Response> {
  const tokens = await listTokens(sql, { user_id: actor.user_id });
  const body = accountBody({
    actor,
    tokens,
    instructions_path: isManager(actor) ? runtime.pathOf("workspace.instructions.set") : null,
    connections_path: runtime.pathOf("connection.page"),
    notifications_path: runtime.pathOf("notification.page"),
    settings: settingsOf(runtime, actor),
    now,
  });
  return answerPage({ title: "Your account", ...pageAround(actor), body }, { holds_no_secret: true });
}

/** The pages of the workspace that this person may open; what a plugin brings that is off, or a plan does not carry, is not there. */
function settingsOf(runtime: Runtime, actor: Actor): WayOn[] {
  const pages = [
    { id: "audit.page", label: "Audit log", gate: "audit_log", everybody: true },
    { id: "agent.page.list", label: "Agents", everybody: true },
    { id: "workflow.page.list", label: "Workflows", everybody: true },
    { id: "webhook.page.list", label: "Webhooks", gate: "webhooks" },
    { id: "domain.page", label: "Custom domains" },
    { id: "billing.page", label: "Plan and storage" },
  ];
  return pages.flatMap(({ id, label, gate, everybody }) => {
    const href = runtime.pathOf(id);
    const isOpen = (everybody || isManager(actor)) && (!gate || runtime.plans.carries(gate, actor.workspace.plan));
    return href !== null && isOpen ? [{ href, label }] : [];
  });
}

export const goHome = operation({
  id: "home.start",
  route: "GET /",
  summary: "Leads to the app",
  raw: "page",
  status: 302,
  anonymous: true,
  permit: anyone(),
  run: () => found("/app"),
});

export const readScript = servePageFile({
  id: "home.script",
  route: "GET /app/app.js",
  summary: "The script of the home page",
  file: homeScript,
});

export const readStyle = servePageFile({
  id: "home.style",
  route: "GET /app/app.css",
  summary: "The stylesheet of the home page",
  file: homeStyle,
});
