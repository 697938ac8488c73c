// The one-click keep link:
// GET shows, POST keeps, since mail scanners open links (rules: documents/warnings, requests/gets_change_nothing).

import { answerPage, type Call, seeOther } from "../../kernel/plugin.ts";
import { documentAddress, readingAddress } from "../documents/port/read.ts";
import { keepDocument, opennessOf } from "../documents/port/write.ts";
import { operation } from "../operation.ts";
import { identifyKeeper, type Keepable, keepable } from "./keepable.ts";
import { keepPage } from "./page.ts";

export const showKeepLink = operation({
  id: "doc.keep_link.show",
  route: "GET /u/keep/{token}",
  summary: "The page behind the keep link of an expiry warning",
  description: "The link is the credential, as long as whom it was sent to may keep the document. Changes nothing.",
  raw: "page",
  identify: identifyKeeper,
  permit: keepable(),
  refuses: [404, 410, 429],
  run: (call) => answer(call, call.subject),
});

export const keepByLink = operation({
  id: "doc.keep_link.use",
  route: "POST /u/keep/{token}",
  summary: "Keeps the document of an expiry warning",
  description:
    "Leads back to the page, which says that the document is kept. One whose expiry has changed since the mail stays as it is: 410.",
  raw: "page",
  status: 302,
  also: [303],
  identify: identifyKeeper,
  permit: keepable(),
  opens: (_input, { document }) => opennessOf(document),
  audit: "doc.retention",
  refuses: [404, 410, 413, 429],
  async run(call) {
    const { ticket } = call.subject;
    const { document, changed } = await keepDocument(call, ticket, ticket);
    if (!changed && document.expires_at !== null) return answer(call, { ticket, document, state: "changed" });
    return seeOther(call.request.url.pathname);
  },
});

function answer({ runtime, now }: Pick<Call, "runtime" | "now">, shown: Keepable): Response {
  const { document } = shown;
  const url = readingAddress({ ...document, url: documentAddress(runtime, document) });
  return answerPage(keepPage({ ...shown, url, now }), { status: shown.state === "changed" ? 410 : 200 });
}
