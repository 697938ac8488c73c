// What is not there and what is not this person's to open: one page, the same for both.
import { html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { answerScreen } from "../app/port/screen.ts";
import { START_PATH } from "../pages.ts";
import { readerWords } from "./words.ts";

export function answerClosed(call: Asking): Promise<Response> {
  const words = readerWords(call);
  const body = html`<div class="empty"><h1>${words.closed}</h1><p>${words.closed_told}</p><p class="line"><a class="btn primary" href="${START_PATH}">${words.closed_way}</a></p></div>`;
  return answerScreen(call, { title: words.closed, width: "slim", body }, { status: 404 });
}
