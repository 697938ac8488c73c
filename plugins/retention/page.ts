// The page behind the link in a warning:
// a button while there is something to keep, and otherwise how the document stands.
import { dayOf, type Html, html, momentOf, type Page } from "../../kernel/plugin.ts";
import type { Keepable } from "./keepable.ts";
import { lastChance } from "./ticket.ts";

export function keepPage(shown: Keepable & { url: string; now: Date }): Page {
  const { state, document } = shown;
  if (state === "kept") return { title: "Document kept", body: keptPart(shown) };
  if (state === "changed") return { title: "Another date", body: changedPart(shown) };
  const { title, expires_at } = document;
  return {
    title: "Keep this document?",
    body: html`
    <h1>Keep this document?</h1>
    <p><strong>${title}</strong>${document.root_name !== null && ` in ${document.root_name}`} ${endOf(shown)}</p>
    <form method="post">
      <button class="full">Keep it for ever</button>
    </form>
    ${expires_at && html`<p class="fine">If you do nothing, it is removed for good on ${dayOf(lastChance(expires_at))}.</p>`}`,
  };
}

function keptPart({ document, url }: Keepable & { url: string }): Html {
  return html`
    <h1>Document kept</h1>
    <p role="status"><strong>${document.title}</strong> is kept for ever. Nothing will remove it by itself.</p>
    <p class="actions"><a class="button full" href="${url}">Open it</a></p>`;
}

function changedPart(shown: Keepable & { now: Date }): Html {
  return html`
    <h1>Another date now</h1>
    <p role="status"><strong>${shown.document.title}</strong> has been changed since the mail was sent. It ${endOf(shown)}</p>
    <p>This link speaks of the date before and changes nothing any more. A new mail comes before the new date.</p>
    <p class="actions"><a class="button full" href="/app">To your documents</a></p>`;
}

function endOf({ document, now }: Keepable & { now: Date }): string {
  const { expires_at } = document;
  if (expires_at === null) return "is kept for ever.";
  return expires_at <= now ? `expired on ${momentOf(expires_at)}.` : `expires on ${momentOf(expires_at)}.`;
}
