// The page on which a document is shared: who asks, whom it is shared with, and who else may open it.
import { type Html, html, t } from "../../../kernel/plugin.ts";
import { type Asking, ask, askIfOpen } from "../../app/port/ask.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { documentPath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { getDoc } from "../../documents/port/operations.ts";
import { documentWith, readingAddress } from "../../documents/port/read.ts";
import { readGroups } from "../../groups/port/operations.ts";
import { operation } from "../../operation.ts";
import { readAccess } from "../operations/documents.ts";
import { readRequests } from "../operations/requests.ts";
import { docId } from "../schemas.ts";
import { addPart, grantList, visibilityPart } from "./grants_part.ts";
import { requestsPart } from "./requests_part.ts";
import { STRENGTH_SCRIPT_PATH } from "./strength.ts";
import { shareWords } from "./words.ts";

const GRANTS_MAX = 100;

export const showShare = operation({
  id: "access.page",
  route: "GET /app/d/{doc_id}/share",
  summary: "Who may open a document, and sharing it, as a page",
  params: t.Object(docId),
  query: t.Object({
    after: t.Optional(t.String({ maxLength: 4096, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: documentWith("view"),
  refuses: [404],
  run: async (call, { params, query }) => {
    const words = shareWords(call);
    const { doc_id } = params;
    const { title } = call.subject;
    const page = { limit: GRANTS_MAX, ...(query.after && { cursor: query.after }) };
    const [access, document] = await Promise.all([
      ask(call, readAccess, { params: { doc_id }, query: page }),
      askIfOpen(call, getDoc, { params: { doc_id } }),
    ]);
    const managed = access.can_manage ? await managedParts(call, doc_id) : null;
    const body = html`<div class="head"><div><h1 dir="auto">${words.share(title)}</h1>${!access.can_manage && html`<p>${words.not_yours}</p>`}</div></div>
<div class="stack loose">${managed?.requests}${managed?.add}
<section aria-labelledby="who-may"><h2 id="who-may">${words.who_may}</h2>${access.narrowed && html`<p class="fine">${words.narrowed}</p>`}${grantList(call, access)}${access.next_cursor && html`<p class="line"><a class="btn" rel="next" href="?after=${encodeURIComponent(access.next_cursor)}">${words.more}</a></p>`}</section>
${access.can_manage && document && visibilityPart(call, document)}
${document && linkPart(call, readingAddress(document))}
${access.can_manage && whyForm(call, { doc_id, user: "" })}</div>`;
    const scripts = access.can_manage && document ? [STRENGTH_SCRIPT_PATH] : [];
    const crumbs = [{ href: documentPath(doc_id), label: title }];
    return answerScreen(call, {
      title: words.share(title),
      crumbs,
      here: words.share_crumb,
      body,
      width: "slim",
      scripts,
    });
  },
});

/** What who manages the document sees besides. */
async function managedParts(call: Asking, doc_id: string): Promise<{ requests: Html | null; add: Html }> {
  const [{ requests }, groups] = await Promise.all([
    ask(call, readRequests, { params: { doc_id }, query: {} }),
    askIfOpen(call, readGroups, { query: {} }),
  ]);
  return {
    requests: requestsPart(call, requests),
    add: addPart(call, { doc_id, groups: groups?.groups ?? [] }),
  };
}

function linkPart(call: Asking, url: string): Html {
  const words = shareWords(call);
  return html`<section class="stack tight" aria-labelledby="link"><h2 id="link">${words.link}</h2>${copyBox({ text: url, label: words.link, copy: words.copy, copied: words.copied })}</section>`;
}

/** Leads to the page that explains. */
export function whyForm(call: Asking, { doc_id, user }: { doc_id: string; user: string }): Html {
  const words = shareWords(call);
  return html`<section class="stack tight" aria-labelledby="why"><h2 id="why">${words.why}</h2><form class="line one" action="${documentPath(doc_id, "share/why")}"><label class="only" for="user">${words.why_person}</label><input id="user" name="user" type="email" required maxlength="320" value="${user}" placeholder="${words.why_person}"><button class="btn">${words.explain}</button></form></section>`;
}
