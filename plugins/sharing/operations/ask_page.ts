// The page on which a member asks for a document that is closed to them, and waits for it (rules: sharing/requests).
import { answerPage, found, seeOther, sessionOnly, signedIn, t } from "../../../kernel/plugin.ts";
import { documentAddress, readingAddress } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { askable } from "../permits.ts";
import { askForAccess, askPath, readStanding } from "../requests/ask.ts";
import { askPage, MESSAGE_CHARS_MAX, waitingScript } from "../requests/pages.ts";
import { findBySlug } from "../requests/store.ts";
import { Slug } from "../schemas.ts";

export const showAskPage = operation({
  id: "access_request.page",
  route: "GET /auth/request-access/{slug}",
  summary: "The page to ask for access on",
  description:
    "The same for every slug that is closed to the person or leads nowhere; an open document is redirected to.",
  params: t.Object({ slug: Slug }),
  ...signedInPage,
  permit: signedIn(),
  async run({ actor, sql, now, runtime, request }, { params: { slug } }) {
    const document = await findBySlug(sql, { actor, slug, now });
    const standing = await readStanding({ actor, sql, now }, { slug }, document);
    if (standing.status === "granted" || standing.status === "ineligible") {
      if (document) return found(readingAddress({ ...document, url: documentAddress(runtime, document) }));
      return found(`${runtime.contentHosts.shared.origin}/d/${slug}/`);
    }
    const form_targets = [runtime.contentHosts.shared.origin, runtime.contentHosts.originOf(actor.workspace.id)];
    const is_mailed = runtime.mail.kind === "smtp";
    return answerPage(askPage({ slug, email: actor.email, standing, is_mailed, request }), { form_targets });
  },
});

export const sendAskPage = operation({
  id: "access_request.page.send",
  route: "POST /auth/request-access/{slug}",
  summary: "Asks for access from the page",
  params: t.Object({ slug: Slug }),
  form: t.Object({
    message: t.Optional(t.String({ maxLength: MESSAGE_CHARS_MAX, description: "What it is needed for." })),
  }),
  ...pageForm,
  permit: ({ params }) => [sessionOnly("ask for access here"), askable(params)],
  quota: "access_request",
  opens: null,
  audit: "access.request",
  refuses: [404, 409],
  async run(call, { params: { slug }, form }) {
    // Browsers send line ends as two characters, which the limit means as one.
    const message = (form.message ?? "").replace(/\r\n/g, "\n").trim();
    await askForAccess(call, { actor: call.actor, asked: { slug }, message });
    return seeOther(askPath(slug));
  },
});

export const readWaitingScript = servePageFile({
  id: "access_request.script",
  route: "GET /auth/pages/request-access.js",
  summary: "The script of the page to ask for access on",
  file: waitingScript,
});
