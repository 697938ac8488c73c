// The home page and its two files.

import { type Actor, answerPage, anyone, found, isManager, type Runtime, signedIn, t } from "../../kernel/plugin.ts";
import { listTokens } from "../../kernel/ports/auth.ts";
import { listListedDocuments, listOwnDocuments } from "../documents/port/read.ts";
import { inviteWords } from "../members/port.ts";
import { operation } from "../operation.ts";
import { servePageFile, signedInPage, signInFor } from "../pages.ts";
import { pageAround } from "./around.ts";
import { homeScript, homeStyle } from "./assets.ts";
import { homeBody, inviteBody, type WayOn } from "./home_page.ts";
import { older } from "./ways.ts";

/** Of a page; older ones are on the next. */
const SHOWN_MAX = 100;

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
      t.OneOf(["mine", "all"], {
        default: "mine",
        description: "all shows every document that is listed to you: shared with you, in General and in shared roots.",
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
  async run({ actor, sql, runtime, now }, { query }) {
    const invite = inviteWords(query.invite ?? "");
    const tag = query.tag?.trim() || null;
    const page = { limit: SHOWN_MAX, cursor: query.older };
    const view = tag === null ? (query.view ?? "mine") : "all";
    const [listed, tokens] = await Promise.all([
      view === "mine"
        ? listOwnDocuments({ sql, actor, runtime, now }, page)
        : listListedDocuments({ sql, actor, runtime, now }, { tag, ...page }),
      listTokens(sql, { user_id: actor.user_id }),
    ]);
    const { base_url } = runtime.config;
    return answerPage(
      {
        title: "Your documents",
        ...pageAround(actor),
        body: homeBody({
          actor,
          invite,
          tag,
          view,
          base_url,
          ...listed,
          is_later_page: Boolean(query.older),
          tokens,
          instructions_path: isManager(actor) ? runtime.pathOf("workspace.instructions.set") : null,
          connections_path: runtime.pathOf("connection.page"),
          notifications_path: runtime.pathOf("notification.page"),
          settings: settingsOf(runtime, actor),
          now,
        }),
      },
      { holds_no_secret: true },
    );
  },
});

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
