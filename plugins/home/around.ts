// What every page of documents stands in: who is signed in, the way out, the script and the look.
import { type Actor, type Html, html, type Page } from "../../kernel/plugin.ts";

export function pageAround(actor: Actor): Pick<Page, "header" | "wide" | "scripts" | "styles"> {
  return { header: header(actor), wide: true, scripts: ["/app/app.js"], styles: ["/app/app.css"] };
}

function header(actor: Actor): Html {
  return html`
    <div class="who">
      <span class="me"><span data-my-name>${actor.name ?? actor.email}</span><span class="soft">${actor.workspace.name}</span></span>
      <form method="post" action="/auth/logout"><button class="plain small">Sign out</button></form>
    </div>`;
}
