// What stands around the body of every page of webhooks.
import { type Actor, html, type Page } from "../../../kernel/mod.ts";
import { STYLE_PATH } from "./assets.ts";

export function frame(actor: Actor): Pick<Page, "styles" | "wide" | "header"> {
  return { styles: [STYLE_PATH], wide: true, header: html`<span class="who soft">${actor.email}</span>` };
}
