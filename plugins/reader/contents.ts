// The contents of a document: beside the title on a wide screen, behind a button on a narrow one.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import type { Rendered } from "./asked.ts";
import { isTitle } from "./prose.ts";
import { readerWords } from "./words.ts";

/** Fewer headings are seen at once. */
const ENTRIES_MIN = 3;
const ENTRIES_MAX = 300;

export interface Contents {
  beside: Html;
  /** For the bar. */
  button: Html;
  /** What it opens. */
  menu: Html;
}

export function contentsOf(call: Asking, shown: Rendered): Contents | null {
  const headings = shown.toc.filter(({ text }, at) => at > 0 || !isTitle(text, shown));
  const top = Math.min(...headings.map(({ level }) => level));
  const entries = headings.filter(({ level }) => level <= top + 1).slice(0, ENTRIES_MAX);
  if (entries.length < ENTRIES_MIN) return null;
  const { contents } = readerWords(call);
  const links = entries.map(({ id, text, level }) => ({
    isSub: level > top,
    link: html`<a href="#${encodeURI(id)}" dir="auto">${text}</a>`,
  }));
  return {
    beside: html`<nav class="margin toc" aria-label="${contents}"><p class="fine">${contents}</p><ol>${links.map(({ isSub, link }) => html`<li${isSub && html` class="sub"`}>${link}</li>`)}</ol></nav>`,
    button: html`<button type="button" class="btn quiet icon-only toc-button" popovertarget="contents" aria-label="${contents}" title="${contents}">${icon("list")}</button>`,
    menu: html`<div class="menu to-start" id="contents" popover><nav class="toc" aria-label="${contents}">${links.map(({ link }) => link)}</nav></div>`,
  };
}
