// What can be done to a document: the buttons of its bar, and its menu.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import type { DocumentAction, DocumentOnPage } from "../app/port/slots.ts";
import { deleteDoc } from "../documents/port/operations.ts";
import type { Contents } from "./contents.ts";
import { readerWords } from "./words.ts";

export function actionsOf(
  call: Asking,
  {
    document,
    offered,
    contents,
    leads_to,
  }: { document: DocumentOnPage; offered: readonly DocumentAction[]; contents: Contents | null; leads_to: string },
): Html {
  const words = readerWords(call);
  const { doc_id, title } = document;
  const at = (where: DocumentAction["at"]) => offered.filter((one) => one.at === where);
  const link = new URL(documentPath(doc_id), call.runtime.config.base_url).href;
  const remove =
    mayDelete(document) &&
    html`<hr>${buttonFor(call, deleteDoc, {
      fixed: { doc_id },
      then: leads_to,
      button: html`${icon("trash")}${words.remove}`,
      kind: "place bad-ink",
      done: words.removed(title),
      undo: { operation: "doc.undelete", fixed: { doc_id } },
    })}`;
  return html`${contents?.button}${at("bar").map((one) => barAction(one))}<button type="button" class="btn quiet icon-only" aria-label="${words.more}" title="${words.more}" popovertarget="doc-more">${icon("more")}</button>
<div class="menu to-start" id="doc-more" popover><button type="button" class="place" hidden data-copy="${link}" data-copied="${words.copied}">${words.copy}</button><a class="place" href="${document.url}" target="_blank" rel="noopener">${icon("external")}${words.open_alone}</a>${at("menu").map(menuAction)}${remove}</div>
${contents?.menu}`;
}

/** Its owner, and in a space whoever may edit there. */
function mayDelete({ my_level, root }: DocumentOnPage): boolean {
  return my_level === "own" || (root !== null && my_level === "edit");
}

function barAction(action: DocumentAction): Html {
  if ("form" in action) return action.form;
  return html`<a class="btn quiet" href="${action.href}">${icon(action.icon)}<span>${action.label}</span></a>`;
}

function menuAction(action: DocumentAction): Html {
  if ("form" in action) return action.form;
  return html`<a class="place" href="${action.href}">${icon(action.icon)}${action.label}</a>`;
}
