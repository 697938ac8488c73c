// The page a signed-in person lands on, and the way to it.

import { answerPage, anyone, found, movedForGood, signedIn, t } from "../../kernel/plugin.ts";
import { settingsPath } from "../app/port/paths.ts";
import { inviteWords } from "../members/port.ts";
import { operation } from "../operation.ts";
import { signedInPage, signInFor } from "../pages.ts";
import { answerList } from "./documents_page.ts";
import { answerHome } from "./home_page.ts";
import { inviteBody, sentenceOf } from "./invite_page.ts";
import { older } from "./ways.ts";

export const showHome = operation({
  id: "home.show",
  route: "GET /app",
  summary: "Your documents, as a page",
  query: t.Object({
    invite: t.Optional(t.String({ description: "What became of an invite's link." })),
    tag: t.Optional(
      t.String({
        maxLength: 200,
        description: "Shows the documents with this tag that are listed to you, others' too.",
      }),
    ),
    view: t.Optional(
      t.OneOf(["home", "mine", "team", "all", "account"], {
        default: "home",
        description:
          "mine shows your own documents; team what is shared with you or listed to the team; all every document that is listed to you; account leads to the settings.",
      }),
    ),
    older,
  }),
  ...signedInPage,
  also: [301, 302],
  signed_out: ({ url }) => {
    const invite = inviteWords(url.searchParams.get("invite") ?? "");
    return invite ? answerPage({ title: "Your invite", body: inviteBody(invite) }) : found(signInFor(url));
  },
  permit: signedIn(),
  run: async (call, { query }) => {
    if (query.view === "account" && !query.tag) return movedForGood(settingsPath("me/profile"));
    const invite = inviteWords(query.invite ?? "");
    const tag = query.tag?.trim() || null;
    const { older, view = "home" } = query;
    if (tag !== null) return answerList(call, { tag, view: "all", older });
    if (view === "mine" || view === "team" || view === "all") return answerList(call, { tag, view, older });
    // A page of what is older is one of one's own documents, as it was when home listed them.
    if (older !== undefined) return answerList(call, { tag, view: "mine", older });
    return answerHome(call, invite ? sentenceOf(invite) : null);
  },
});

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
