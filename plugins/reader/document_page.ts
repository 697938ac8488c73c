// The page of a document in the app: its text inline, or what it shows in a frame, and what is to be known of it.
import { type Html, html, signedIn } from "../../kernel/plugin.ts";
import { type Asking, ask, askIfOpen } from "../app/port/ask.ts";
import { documentPath } from "../app/port/paths.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { type DocumentOnPage, documentActionsHook, documentOpenedHook, documentPanelsHook } from "../app/port/slots.ts";
import { frameDocument } from "../content/port/operations.ts";
import { operation } from "../operation.ts";
import { readRoots } from "../roots/port/operations.ts";
import { answerClosed } from "./closed_page.ts";
import { contentsOf } from "./contents.ts";
import { PROSE_STYLE_PATH, READER_SCRIPT_PATH, READER_STYLE_PATH } from "./files.ts";
import { bylineOf, headOf } from "./head.ts";
import { actionsOf } from "./menu.ts";
import { openDocument } from "./opened.ts";
import { panelsOf } from "./panels.ts";
import { placeOf } from "./place.ts";
import { framedBody, proseOf, showsOwnMedia } from "./prose.ts";
import { readerWords } from "./words.ts";

export const showDocumentPage = operation({
  id: "reader.page",
  route: "GET /app/d/{doc_id}",
  summary: "A document as a page of the app",
  ...screen,
  permit: signedIn(),
  refuses: [404, 429],
  run: async (call, { params: { doc_id } }) => {
    const named = { params: { doc_id } };
    const opened = await openDocument(call, doc_id);
    if (!opened) return answerClosed(call, doc_id);
    const { shown, access, document } = opened;
    call.runtime.callHookAtOnce(documentOpenedHook, { call, document });
    const isFramed = shown.html === null;
    const [{ roots }, frame, actions, panels] = await Promise.all([
      ask(call, readRoots, { query: {} }),
      isFramed || showsOwnMedia(shown) ? askIfOpen(call, frameDocument, named) : null,
      call.runtime.callHook(documentActionsHook, { call, document }),
      call.runtime.callHook(documentPanelsHook, { call, document }),
    ]);
    const place = placeOf(call, { shown, access, roots });
    const offered = actions.flat().sort((a, b) => a.order - b.order);
    const text = isFramed ? framedBody(call, shown, frame?.url ?? null) : proseOf(shown, frame?.url ?? null);
    const contents = contentsOf(call, shown);
    return answerScreen(
      call,
      {
        title: shown.title,
        crumbs: place.crumbs,
        ...(place.current !== null && { place: place.current }),
        width: "wide",
        actions: actionsOf(call, {
          document,
          offered,
          contents,
          leads_to: place.current ?? "/app",
          visibility: shown.visibility,
        }),
        styles: [PROSE_STYLE_PATH, READER_STYLE_PATH],
        scripts: [READER_SCRIPT_PATH],
        body: html`<article class="${isFramed ? "reader framed" : "reader"}"><div class="reader-in">
${newerNote(call, document)}
${contents?.beside}
${headOf(document, bylineOf(call, { shown, access, offered }))}
${text}
${panelsOf(call, shown, panels)}
</div></article>`,
      },
      {
        holds_no_secret: frame === null,
        frames: [new URL(shown.url).origin],
        media: [new URL(shown.url).origin, "https:"],
      },
    );
  },
});

/** Shown by the script when somebody has written another version. */
function newerNote(call: Asking, { doc_id, version }: DocumentOnPage): Html {
  const words = readerWords(call);
  return html`<p class="note" role="status" hidden data-newer="/api/docs/${encodeURIComponent(doc_id)}/versions?limit=1" data-version="${version}"><span>${words.newer}</span><a href="${documentPath(doc_id)}">${words.show_newer}</a></p>`;
}
