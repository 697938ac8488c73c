// The page of everything that somebody shares: what is open to whom and until when, each way taken back in place.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { SHARED_BY_ME_PATH, spacePath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { operation } from "../../operation.ts";
import { readRoots } from "../../roots/port/operations.ts";
import { readShared } from "../operations/shared.ts";
import { WAYS, type Way } from "../store/shared.ts";
import { sharedRow } from "./shared_row.ts";
import { shareWords } from "./words.ts";

const SHOWN_MAX = 50;

export const showMine = operation({
  id: "access.page.mine",
  route: `GET ${SHARED_BY_ME_PATH}`,
  summary: "Everything that you share, as a page",
  query: t.Object({
    way: t.Optional(t.OneOf(WAYS, { description: "Only what is open by this way." })),
    q: t.Optional(t.String({ maxLength: 200, description: "Words of the title." })),
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const { way, after } = query;
    const q = query.q?.trim() ?? "";
    const filter = { ...(way && { way }), ...(q && { q }) };
    const [{ shared, next_cursor }, { roots }] = await Promise.all([
      ask(call, readShared, { query: { ...filter, limit: SHOWN_MAX, ...(after && { cursor: after }) } }),
      ask(call, readRoots, { query: {} }),
    ]);
    const seen = new Map(roots.map(({ slug, name }) => [slug, name]));
    const words = shareWords(call);
    const isFiltered = way !== undefined || q !== "" || after !== undefined;
    const body = html`<div class="head"><div><h1>${words.mine}</h1><p>${words.mine_told} <a href="${spacePath()}">${words.mine_spaces}</a></p></div></div>
${(shared.length > 0 || isFiltered) && filters(call, { way, q })}
${shared.length > 0 ? html`<ul class="rows still roomy">${shared.map((one) => sharedRow(call, one, seen))}</ul>` : nothing(call, isFiltered)}
${(next_cursor || isFiltered) && html`<p class="line part">${next_cursor && html`<a class="btn" rel="next" href="?${new URLSearchParams({ ...filter, after: next_cursor }).toString()}">${words.mine_next}</a>`}${isFiltered && html`<a class="btn quiet" href="${SHARED_BY_ME_PATH}">${words.mine_all}</a>`}</p>`}`;
    return answerScreen(call, { title: words.mine, place: SHARED_BY_ME_PATH, body });
  },
});

function filters(call: Asking, { way, q }: { way: Way | undefined; q: string }): Html {
  const words = shareWords(call);
  const tab = (of: Way | undefined, label: string) => {
    const search = new URLSearchParams({ ...(of && { way: of }), ...(q && { q }) }).toString();
    return html`<a href="${SHARED_BY_ME_PATH}${search && `?${search}`}"${of === way && html` aria-current="page"`}>${label}</a>`;
  };
  const labels = WAYS.map((of) => tab(of, words[`way_${of}`]));
  return html`<form class="line one" role="search" action="${SHARED_BY_ME_PATH}">${way && html`<input type="hidden" name="way" value="${way}">`}<label class="only" for="title">${words.mine_find}</label><input id="title" name="q" type="search" value="${q}" maxlength="200" placeholder="${words.mine_find}"><button class="btn">${words.mine_find_it}</button></form>
<nav class="tabs" aria-label="${words.by}">${tab(undefined, words.way_all)}${labels}</nav>`;
}

function nothing(call: Asking, isFiltered: boolean): Html {
  const words = shareWords(call);
  if (isFiltered) return html`<p class="empty">${words.mine_none}</p>`;
  return html`<div class="empty">${icon("shared", "big")}<h2>${words.mine_empty}</h2><p>${words.mine_empty_told}</p></div>`;
}
