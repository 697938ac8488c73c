// The page that says why a person may open a document, or may not: each rule in its order, and what follows.
import { type Html, html, t } from "../../../kernel/plugin.ts";
import { ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { documentPath } from "../../app/port/paths.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { documentWith } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { explainAccess } from "../operations/explain.ts";
import { docId } from "../schemas.ts";
import { whyForm } from "./share_page.ts";
import { shareWords } from "./words.ts";

export const showWhy = operation({
  id: "access.page.why",
  route: "GET /app/d/{doc_id}/share/why",
  summary: "Why somebody may open a document, as a page",
  params: t.Object(docId),
  query: t.Object({ user: t.String({ minLength: 1, maxLength: 320, description: "The person's e-mail address." }) }),
  ...screen,
  permit: documentWith("own"),
  refuses: [404],
  run: async (call, { params, query }) => {
    const words = shareWords(call);
    const { doc_id } = params;
    const { title } = call.subject;
    const { user, level, rules } = await ask(call, explainAccess, { params: { doc_id }, query });
    const telling = rules.filter(({ gives }) => gives !== "none");
    const silent = rules.filter(({ gives }) => gives === "none");
    const step = (why: string, isGiving: boolean): Html =>
      html`<li>${icon(isGiving ? "check" : "x")}<div class="main"><span class="${isGiving ? "name" : "soft"}" dir="auto">${sentenceOf(why)}</span></div></li>`;
    const body = html`<div class="head"><div><h1>${words.why}</h1><p dir="auto">${title}</p></div></div>
<div class="stack loose"><p class="note${level === "none" ? "" : " good"}"><strong dir="auto">${words.so_may(user.email, words[level])}</strong></p>
<ul class="rows still">${telling.map(({ why }) => step(why, true))}${silent.map(({ why }) => step(why, false))}</ul>
${whyForm(call, { doc_id, user: query.user })}<p><a class="btn" href="${documentPath(doc_id, "share")}">${words.back}</a></p></div>`;
    const crumbs = [{ href: documentPath(doc_id, "share"), label: words.share_crumb }];
    return answerScreen(call, { title: `${words.why} ${title}`, here: words.why, crumbs, body, width: "slim" });
  },
});
