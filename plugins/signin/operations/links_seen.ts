// Tells a person at a sign-in of their own which links others made for them, until they say that they saw it.
import { answerPage, refuse, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { pageForm, safeNext, signedInPage } from "../../pages.ts";
import { seenBody } from "../made_links/pages.ts";
import { listUnseenLinks, markLinksSeen } from "../made_links/store.ts";
import { NextText } from "../schemas.ts";
import { signInWords } from "../words.ts";

export const showLinksMade = operation({
  ...signedInPage,
  id: "login.links_made.show",
  route: "GET /auth/links-made",
  summary: "Which sign-in links others made for the person",
  query: t.Object({ next: t.Optional(NextText) }),
  permit: sessionOnly("read which sign-in links were made"),
  async run({ subject, sql, runtime, request }, { query }) {
    const links = await listUnseenLinks(sql, subject.user_id);
    const next_path = safeNext(query.next, runtime.config.base_url);
    const words = signInWords({ request });
    return answerPage({ title: words.made_title, body: seenBody(words, { links, next_path }), reader: request });
  },
});

export const noteLinksSeen = operation({
  ...pageForm,
  id: "login.links_made",
  decides: "sign-in",
  route: "POST /auth/links-made",
  summary: "Notes that the person saw which sign-in links others made",
  form: t.Object({ next: t.Optional(NextText) }),
  permit: sessionOnly("say that they saw it"),
  opens: null,
  audit: {
    "login.links_seen": {
      says: { en: "saw who had made sign-in links", de: "hat gesehen, wer Anmeldelinks gemacht hat" },
      since: "2026-11-29",
      on: ["user"],
      meta: {},
    },
  },
  async run({ subject, sql, now, runtime, note }, { form }) {
    // Whoever made the link may sit here: only a way in of the person's own says that they saw it.
    if (subject.held_until && subject.held_until > now)
      throw refuse.forbidden("this session came by a link that somebody made; it says nothing in the person's name");
    await markLinksSeen(sql, { user_id: subject.user_id, now });
    note("login.links_seen", { target_type: "user", target_id: subject.user_id });
    return seeOther(safeNext(form.next, runtime.config.base_url));
  },
});
