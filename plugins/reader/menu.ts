// What can be done to a document: the buttons of its bar, and its menu.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { ANSWERED_DOCUMENT_PATH, documentPath } from "../app/port/paths.ts";
import type { DocumentAction, DocumentOnPage } from "../app/port/slots.ts";
import { deleteDoc, duplicate } from "../documents/port/operations.ts";
import { readingAddress } from "../documents/port/read.ts";
import type { Contents } from "./contents.ts";
import { readerWords } from "./words.ts";

export function actionsOf(
  call: Asking,
  {
    document,
    offered,
    contents,
    leads_to,
    visibility,
  }: {
    document: DocumentOnPage;
    offered: readonly DocumentAction[];
    contents: Contents | null;
    leads_to: string;
    visibility: string;
  },
): Html {
  const words = readerWords(call);
  const { doc_id, title } = document;
  const at = (where: DocumentAction["at"]) => offered.filter((one) => one.at === where);
  const link = new URL(documentPath(doc_id), call.runtime.config.base_url).href;
  const remove =
    document.has_settings &&
    html`<hr>${buttonFor(call, deleteDoc, {
      fixed: { doc_id },
      then: leads_to,
      button: html`${icon("trash")}${words.remove}`,
      kind: "place bad-ink",
      done: words.removed(title),
      undo: { operation: "doc.undelete", fixed: { doc_id } },
    })}`;
  return html`${contents?.button}${at("bar").map((one) => barAction(one))}<button type="button" class="btn quiet icon-only" aria-label="${words.more}" title="${words.more}" popovertarget="doc-more">${icon("more")}</button>
<div class="menu to-start" id="doc-more" popover><button type="button" class="place" hidden data-copy="${link}" data-copied="${words.copied}">${words.copy}</button><a class="place" href="${readingAddress({ url: document.url, visibility })}" target="_blank" rel="noopener">${icon("external")}${words.open_alone}</a><a class="place" href="${documentPath(doc_id, "info")}">${icon("info")}${words.details}</a>${document.has_settings && html`<a class="place" href="${documentPath(doc_id, "move")}">${icon("move")}${words.move}</a>`}${copying(call, document)}${at("menu").map(menuAction)}${remove}</div>
${contents?.menu}`;
}

/** The copy is the reader's own, at the top of their documents, and opens once it is made. */
function copying(call: Asking, { doc_id, title }: DocumentOnPage): Html {
  const words = readerWords(call);
  return buttonFor(call, duplicate, {
    fixed: { doc_id },
    then: ANSWERED_DOCUMENT_PATH,
    button: html`${icon("copy")}${words.make_copy}`,
    kind: "place",
    done: words.copied_as(title),
  });
}

function barAction(action: DocumentAction): Html {
  if ("form" in action) return action.form;
  return html`<a class="btn quiet" href="${action.href}">${icon(action.icon)}<span>${action.label}</span></a>`;
}

function menuAction(action: DocumentAction): Html {
  if ("form" in action) return action.form;
  return html`<a class="place" href="${action.href}">${icon(action.icon)}${action.label}</a>`;
}
