// The page behind a ticket's address: drop the file, watch it go, open what it became.
import { type Html, html, type Page, pageScript, pageStyle } from "../../../kernel/plugin.ts";
import { sizeInWords } from "../size_in_words.ts";
import type { Ticket } from "./store.ts";
import UPLOAD_STYLE from "./upload_page.css" with { type: "text" };

export const uploadScript = await pageScript(new URL("./upload_page.ts", import.meta.url));
export const uploadStyle = pageStyle(UPLOAD_STYLE);

export interface Shown {
  ticket: Ticket;
  /** What the upload became, where its maker may still open it. */
  document: { title: string; url: string } | null;
  bytes_max: number;
}

const OPEN_TO: Readonly<Record<string, string>> = {
  restricted: "Only people it is shared with can open it.",
  unlisted: "Everyone with its link can open it.",
  workspace: "Every member of the workspace can open it.",
};

export function ticketPage(shown: Shown): Page {
  const { ticket } = shown;
  return {
    title: `Send ${ticket.options.filename}`,
    body: pageOf(shown),
    scripts: ["/u/page/upload.js"],
    styles: ["/u/page/upload.css"],
  };
}

function pageOf(shown: Shown): Html {
  const { state } = shown.ticket;
  if (state === "staged") return html`<h1>It has arrived</h1>${HANDED_OVER}`;
  return state === "done" ? donePage(shown) : sendPage(shown);
}

/** What is staged becomes something only when the program that asked for it writes it somewhere. */
const HANDED_OVER = html`<p>The program that asked for the file can use it now. You can close this page.</p>`;

function sendPage({ ticket, bytes_max }: Shown): Html {
  const { options, size_bytes, expires_at, error } = ticket;
  const expires = expires_at.toISOString();
  const limit = size_bytes === null ? `At most ${sizeInWords(bytes_max)}.` : `Exactly ${sizeInWords(size_bytes)}.`;
  return html`
    <div data-upload data-max="${bytes_max}" data-size="${size_bytes}" data-offset="${ticket.offset}">
      <section data-view="send">
        <h1>Send <span class="file">${options.filename}</span></h1>
        <p class="soft">${purposeOf(ticket)}</p>
        <label class="drop" data-drop>
          <input type="file" class="hidden" data-file>
          <svg viewBox="0 0 24 24" width="36" height="36" aria-hidden="true"><path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4.5 15.5V18a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
          <strong>Drop the file here</strong>
          <span class="soft">or <span class="link">choose it</span></span>
        </label>
        <noscript><p class="notice bad">This page needs JavaScript. Without it, send the file with <code>curl -T</code> to this address.</p></noscript>
      </section>
      <section data-view="sending" hidden>
        <h1>Sending <span class="file" data-name></span></h1>
        <progress max="1" value="0" aria-label="Sent" data-progress></progress>
        <p class="numbers soft"><span data-sent>0 bytes</span><span data-left></span></p>
        <p class="actions"><button type="button" class="plain" data-stop>Stop</button></p>
      </section>
      <section data-view="done" hidden tabindex="-1">
        <h1>It has arrived</h1>
        ${options.stage ? HANDED_OVER : arrivedWords(ticket)}
      </section>
      <div class="notice bad problem" role="alert" data-problem ${error === null ? html`hidden` : null}>
        <p data-problem-text>${error === null ? "" : `The last try failed: ${error}`}</p>
        <button type="button" class="plain" data-again hidden>Continue</button>
      </div>
      <p class="hidden" role="status" data-status></p>
      <p class="fine" data-limits>${limit} This address works until <time datetime="${expires}">${expires.slice(0, 10)} ${expires.slice(11, 16)} UTC</time>, for one file.</p>
    </div>`;
}

function arrivedWords({ options }: Ticket): Html {
  return html`
        <p>${options.doc_id === undefined ? "Your file is published as" : "The new version is in"} <strong data-title></strong>. ${OPEN_TO[options.visibility ?? ""]}</p>
        <p class="actions"><a class="button" href="/" data-open>Open it</a><button type="button" class="plain" data-copy>Copy link</button></p>`;
}

function purposeOf({ options }: Ticket): string {
  if (options.stage) return "It goes to the program that asked for it. Nothing is published yet.";
  if (options.doc_id !== undefined) return `It becomes the new version of ${options.path}.`;
  const title = options.title === undefined ? "" : ` as “${options.title}”`;
  return `It will be published${title}. ${OPEN_TO[options.visibility ?? "restricted"]}`;
}

function donePage({ ticket, document }: Shown): Html {
  if (!document) {
    return html`<h1>It has arrived</h1><p><span class="file">${ticket.options.filename}</span> was received. Its document cannot be opened any more.</p>`;
  }
  return html`
    <h1>It has arrived</h1>
    <p>This address was used for <span class="file">${ticket.options.filename}</span>, which is now in <strong>${document.title}</strong>.</p>
    <p class="actions"><a class="button" href="${document.url}">Open it</a></p>`;
}
