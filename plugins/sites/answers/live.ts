// Shows a document that has no file for its page, such as a database, inside a site:
// made for each reader and each request by the plugin of its type.
import { type Html, writeHtml } from "../../../kernel/plugin.ts";
import { livePageHook, type Opened, type ServedDocument } from "../../content/port.ts";
import { LIVE_STYLESHEET } from "../../rendering/port.ts";
import { neighboursOf, type Site, type SitePage } from "../model/site.ts";
import { documentContent, pageInApp } from "../pages/document.ts";
import { backToAsked, type Visit } from "../serve.ts";
import type { MadeAnswer } from "./answers.ts";
import { leadTo, madePage } from "./made.ts";

interface Shown {
  site: Site;
  page: SitePage;
  document: ServedDocument;
  /** What stands below it, such as the pages of a folder. */
  below: Html | null;
}

/** Null where the page is a file, or stands in a frame. Throws the neutral 404 for what is not open to the reader any more. */
export async function showLive(
  visit: Visit,
  { site, page, document, below }: Shown,
): Promise<MadeAnswer | Response | null> {
  if (document.doc_type === "document") return null;
  const { call } = visit;
  const asked = { document, opened: openedBy(visit, document), request: call.request, href: page.href, now: call.now };
  const live = (await call.runtime.callHook(livePageHook, { ...asked, known: null, is_in_site: true })).find(
    (one) => one !== null,
  );
  // What is of nobody's origin stands in a frame, as every page that somebody sent does.
  if (!live || live.kind === "same" || live.kind === "sent") return null;
  if (live.kind === "file") return leadTo(live.location, 302);
  const body = { ...BODY, content: writeHtml(live.main) };
  // It is shown by nothing but its own query, so nothing of it is framed.
  const view = {
    page,
    body,
    content: body.content,
    ...neighboursOf(site, page),
    framed: "",
    alone: null,
    note: null,
    below,
    app_path: pageInApp(call.runtime, page.doc_id),
  };
  const content = {
    ...documentContent(view),
    title: live.title,
    is_public: page.is_public && live.status === 200,
    stylesheet: LIVE_STYLESHEET,
  };
  const visitor = backToAsked(visit.visitor, call);
  const made = madePage({ visitor }, { site, content, shown: { document_id: page.document_id } });
  return { ...made, live: { status: live.status } };
}

const BODY = {
  ...{
    description: null,
    kind: "viewer live",
    lang: "en",
    is_right_to_left: false,
    toc: null,
    has_math: false,
    has_script: false,
  },
  sha256: "",
};

/** What let the reader in, which is asked for again with what is shown. */
function openedBy({ person }: Visit, { visibility }: ServedDocument): Opened {
  return visibility === "unlisted" || !person ? { by: "link" } : { by: "person", reader: person };
}
