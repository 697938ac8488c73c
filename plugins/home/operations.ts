// The home page and its two files.

import {
  type Actor,
  answerPage,
  anyone,
  found,
  type House,
  isManager,
  listTokens,
  signedIn,
  t,
} from "../../kernel/mod.ts";
import { listOwnDocuments, listTaggedDocuments } from "../documents/port/read.ts";
import { inviteWords } from "../members/port.ts";
import { operation } from "../operation.ts";
import { servePageFile, signedInPage, signInFor } from "../pages.ts";
import { homeScript, homeStyle } from "./assets.ts";
import { homeBody, homeHeader, inviteBody } from "./home_page.ts";

/** The page shows the latest; the API lists them all. */
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
  }),
  ...signedInPage,
  signed_out: ({ url }) => {
    const invite = inviteWords(url.searchParams.get("invite") ?? "");
    return invite ? answerPage({ title: "Your invite", body: inviteBody(invite) }) : found(signInFor(url));
  },
  permit: signedIn(),
  async run({ actor, sql, house, now }, { query }) {
    const invite = inviteWords(query.invite ?? "");
    const tag = query.tag?.trim() || null;
    const limit = SHOWN_MAX + 1;
    const [documents, tokens] = await Promise.all([
      tag === null
        ? listOwnDocuments({ sql, actor, house, now }, { limit })
        : listTaggedDocuments({ sql, actor, house, now }, { tag, limit }),
      listTokens(sql, { user_id: actor.user_id }),
    ]);
    const shown = documents.slice(0, SHOWN_MAX);
    const { base_url } = house.config;
    return answerPage(
      {
        title: "Your documents",
        header: homeHeader(actor),
        body: homeBody({
          actor,
          invite,
          tag,
          base_url,
          documents: shown,
          has_more: documents.length > SHOWN_MAX,
          tokens,
          instructions_path: isManager(actor) ? house.pathOf("workspace.instructions.set") : null,
          connections_path: house.pathOf("connection.page"),
          notifications_path: house.pathOf("notification.page"),
          webhooks_path: hasWebhooks(house, actor) ? house.pathOf("webhook.page.list") : null,
          now,
        }),
        wide: true,
        scripts: ["/app/app.js"],
        styles: ["/app/app.css"],
      },
      { holds_no_secret: true },
    );
  },
});

/** Whether the page of webhooks would open for them. */
function hasWebhooks({ plans }: House, actor: Actor): boolean {
  return isManager(actor) && plans.carries("webhooks", actor.workspace.plan);
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
