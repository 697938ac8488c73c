// The mail that gathers what a person was told of, as text and as HTML with the same words
// (rules: notifications/digests).
import { type Html, html, momentOf, PRODUCT, plainWords } from "../../../kernel/plugin.ts";
import type { MailMessage } from "../../../kernel/ports/mail.ts";
import { htmlDocument } from "../../../kernel/ports/pages.ts";
import { readingAddress } from "../../documents/port/read.ts";
import { authorBeside } from "../showing.ts";
import type { Waiting } from "./waiting.ts";

const TITLE_CHARS_MAX = 200;

interface Item {
  title: string;
  body: string | null;
  /** By whom and when. */
  by: string;
  url: string | null;
}

/** The digest of what waits. `settings` is where it is turned off, and `unsubscribe` the address by which a mail program does. */
export function digestMail(
  { actor, notices, more }: Waiting,
  { settings, unsubscribe }: { settings: string; unsubscribe: string },
): MailMessage {
  const items = notices.map((notice) => ({
    title: plainWords(notice.title, TITLE_CHARS_MAX),
    body: notice.body,
    by: [authorBeside(notice) ?? [], momentOf(new Date(notice.created_at))].flat().join(", "),
    url: addressOf(notice),
  }));
  const [first] = items;
  const count = items.length + more;
  const where = plainWords(actor.workspace.name, TITLE_CHARS_MAX);
  const subject = count === 1 && first ? first.title : `${count} notifications from ${where}`;
  const rest = more > 0 ? `And ${more} more, which are in the list of your notifications.` : null;
  const why = `You get this because of your settings on ${PRODUCT.name}. Choose what you are told of:`;
  const text = [
    ...items.map(itemText),
    ...(rest ? [rest] : []),
    `--\n${why}\n${settings}\nNo more of these mails:\n${unsubscribe}`,
  ];
  return {
    to: actor.email,
    subject,
    text: `${text.join("\n\n")}\n`,
    html: htmlDocument(subject, digestBody({ items, rest, why, settings, unsubscribe })),
    unsubscribe,
  };
}

function addressOf({ target: { url }, visibility }: Waiting["notices"][number]): string | null {
  return url === null ? null : readingAddress({ url, visibility: visibility ?? "" });
}

function itemText({ title, body, by, url }: Item): string {
  const quoted = body === null ? [] : body.split(/\r?\n/).map((line) => `> ${line}`);
  return [title, by, ...quoted, ...(url === null ? [] : [url])].join("\n");
}

// Mail programs know no stylesheet and few of them custom properties: what is styled is styled in place.
function digestBody(shown: {
  items: readonly Item[];
  rest: string | null;
  why: string;
  settings: string;
  unsubscribe: string;
}): Html {
  const { items, rest, why, settings, unsubscribe } = shown;
  return html`<div style="max-width:36rem;margin:0 auto;padding:16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">${items.map(itemHtml)}
    ${rest && html`<p>${rest}</p>`}
    <p style="margin-top:28px;font-size:13px;opacity:.75">${why} <a href="${settings}">notification settings</a>.
    <a href="${unsubscribe}">No more of these mails</a>.</p></div>`;
}

function itemHtml({ title, body, by, url }: Item): Html {
  return html`
    <div style="margin:0 0 20px">
      <div dir="auto" style="font-weight:600">${url === null ? title : html`<a href="${url}">${title}</a>`}</div>
      <div style="font-size:13px;opacity:.75">${by}</div>
      ${body !== null && html`<blockquote dir="auto" style="margin:6px 0 0;padding-left:12px;border-left:3px solid #8888;white-space:pre-wrap">${body}</blockquote>`}
    </div>`;
}
