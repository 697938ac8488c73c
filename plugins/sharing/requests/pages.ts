// What the pages say on which people ask for access and decide on it. The asker's never shows title, content or owner.
import { dayOf, type Html, html, type Page, type Person, pageScript } from "../../../kernel/plugin.ts";
import type { Reader } from "../../../kernel/ports/pages.ts";
import { documentPath } from "../../app/port/paths.ts";
import { manifest } from "../../manifest.ts";
import { type AskWords, askWords } from "./ask_words.ts";
import type { Decidable } from "./decide.ts";
import type { Standing } from "./rows.ts";

const WAITING_SCRIPT_PATH = "/auth/pages/request-access.js";
export const waitingScript = await pageScript(new URL("./waiting_page.ts", import.meta.url));

export const MESSAGE_CHARS_MAX = manifest.caps.access_request_message_chars;

/** The page for somebody who has the address of a document that is closed to them. */
export function askPage(shown: {
  slug: string;
  email: string;
  standing: Standing;
  is_mailed: boolean;
  request: Reader;
}): Page {
  const { standing, email, request } = shown;
  const words = askWords({ request });
  const isPending = standing.status === "pending";
  return {
    title: isPending ? words.waiting_title : words.asking_title,
    reader: request,
    body: html`
    ${isPending ? waitingPart(words, shown) : askingPart(words, standing)}
    <form method="post" action="/auth/logout">
      <p class="fine">${words.signed_in_as(email)}<br>
      <button class="link">${words.other_account}</button></p>
    </form>`,
    scripts: isPending ? [WAITING_SCRIPT_PATH] : [],
  };
}

function waitingPart(
  words: AskWords,
  { slug, standing, is_mailed }: { slug: string; standing: Standing; is_mailed: boolean },
): Html {
  const { expires_at } = standing;
  return html`
    <div data-waiting data-slug="${slug}" data-poll="${standing.poll_after}">
      <h1>${words.sent}</h1>
      <p role="status">${words.sent_told}${is_mailed && ` ${words.sent_mailed}`}</p>
      ${expires_at && html`<p class="soft">${words.stands_until(new Date(expires_at))}</p>`}
      <noscript><p class="actions"><a class="button full" href="">${words.look_again}</a></p></noscript>
    </div>`;
}

const SAID = ["denied", "revoked", "expired"] as const;

function askingPart(words: AskWords, { status, can_request, retry_at }: Standing): Html {
  const ended = SAID.find((one) => one === status);
  const said = ended && words[ended];
  return html`
    <h1>${words.need}</h1>
    ${said && html`<p class="notice" role="status">${said}</p>`}
    ${
      can_request
        ? html`<p>${words.need_told}</p>
    <form method="post">
      <label class="field"><span>${words.message}</span>
        <textarea name="message" rows="4" maxlength="${MESSAGE_CHARS_MAX}" aria-describedby="message-hint"></textarea>
        <small id="message-hint">${words.message_hint}</small>
      </label>
      <button class="full">${words.ask}</button>
    </form>`
        : retry_at && html`<p>${words.again_from(new Date(retry_at))}</p>`
    }`;
}

/** The page behind the link in a manager's mail. */
export function reviewPage(shown: { found: Decidable; asker: Person | null; now: Date }): Page {
  const { found, asker } = shown;
  const title = found.document.title;
  const who = asker === null ? "Somebody" : (asker.name ?? asker.email);
  if (found.state !== "pending") return { title: "Access request", body: settledPart(found, who) };
  const { message, expires_at } = found.request;
  return {
    title: "Access request",
    body: html`
    <h1>Share with ${who}?</h1>
    <p>${who}${asker?.name && html` (${asker.email})`} asks to view <strong>${title}</strong>${placeOf(found)}.</p>
    ${message !== "" && html`<blockquote class="notice">${lines(message)}</blockquote>`}
    <form method="post">
      <button class="full" name="decision" value="approve">Let them view it</button>
      <p class="actions"><button class="full plain" name="decision" value="deny">Deny</button></p>
    </form>
    <p class="fine">If you do nothing, nothing is shared. The request stands until ${dayOf(expires_at)}.</p>`,
  };
}

const SETTLED: Readonly<Record<Exclude<Decidable["state"], "pending">, string>> = {
  approved: "was approved.",
  denied: "was denied. They may ask again after a day.",
  expired: "has expired. They may ask again.",
  invalidated: "is void: the document has changed its place, owner or visibility since. They may ask again.",
};

function settledPart({ state, document }: Decidable, who: string): Html {
  if (state === "pending") throw new Error("a pending request is not settled");
  const heading = {
    approved: "Access is given",
    denied: "Request denied",
    expired: "Too late",
    invalidated: "No longer open",
  };
  return html`
    <h1>${heading[state]}</h1>
    <p role="status">The request of ${who} for <strong>${document.title}</strong> ${SETTLED[state]}${state === "approved" && html` You can take the access away again where <a href="${documentPath(document.doc_id, "share")}">the document is shared</a>.`}</p>
    <p class="actions"><a class="button full" href="/app">To your documents</a></p>`;
}

function placeOf({ document }: Decidable): string {
  return document.root_name === null ? "" : ` in ${document.root_name}`;
}

function lines(text: string): Html[] {
  return text.split(/\r?\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
