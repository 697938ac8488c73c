// What is not there and what is not this person's to open: one page, the same for both, on which they ask to be let in.
import { type Html, html } from "../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../app/port/ask.ts";
import { formFor } from "../app/port/form.ts";
import { answerScreen } from "../app/port/screen.ts";
import { when } from "../app/port/when.ts";
import { manifest } from "../manifest.ts";
import { START_PATH } from "../pages.ts";
import { readRequestStatus, requestAccess } from "../sharing/port/operations.ts";
import { READER_SCRIPT_PATH } from "./files.ts";
import { readerWords } from "./words.ts";

type Standing = AnswerOf<typeof readRequestStatus>;

/** What an id can be: at any other address nothing can be asked for. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

export async function answerClosed(call: Asking, doc_id: string): Promise<Response> {
  const words = readerWords(call);
  const standing = ID.test(doc_id) ? await ask(call, readRequestStatus, { query: { doc_id } }) : null;
  const isPending = standing?.status === "pending";
  const title = isPending ? words.sent : words.closed;
  const body = html`<div class="stack loose"><div class="head"><div><h1>${title}</h1>${!isPending && html`<p>${words.closed_told}</p>`}</div></div>
${standing && (isPending ? waitingPart(call, doc_id, standing) : askingPart(call, doc_id, standing))}
<p class="line"><a class="btn" href="${START_PATH}">${words.closed_way}</a></p></div>`;
  return answerScreen(call, { title, width: "slim", scripts: [READER_SCRIPT_PATH], body }, { status: 404 });
}

/** The script looks whether the request is decided, and shows the document once it is. */
function waitingPart(call: Asking, doc_id: string, { expires_at }: Standing): Html {
  const words = readerWords(call);
  const address = `/api/access-requests/status?doc_id=${encodeURIComponent(doc_id)}`;
  return html`<section class="note" role="status" data-waiting="${address}"><div><p>${words.waiting(call.runtime.mail.kind === "smtp")}</p>${expires_at && html`<p class="fine">${words.stands_until} ${when(call, expires_at)}</p>`}</div></section>`;
}

function askingPart(call: Asking, doc_id: string, { status, can_request, retry_at }: Standing): Html | null {
  const words = readerWords(call);
  const said = words.stood(status);
  const told = said && html`<p class="note" role="status"><span>${said}</span></p>`;
  if (!can_request)
    return html`${told}${retry_at && html`<p class="soft">${words.again_from} ${when(call, retry_at)}</p>`}`;
  const asking = formFor(
    call,
    requestAccess,
    { fixed: { doc_id } },
    ({ lines }) =>
      html`${lines("message", { label: words.message, hint: words.message_hint, maxlength: manifest.caps.access_request_message_chars })}<p class="line"><button class="btn primary">${words.ask}</button></p>`,
  );
  return html`${told}<section class="stack tight" aria-labelledby="ask"><h2 id="ask">${words.ask_heading}</h2>${asking}</section>`;
}
