// The page on which something new is made: what it is, where it lies, and the form of the plugin that it belongs to.
import { type Html, html, refuse, signedIn, t } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { newPath, placePath } from "../app/port/paths.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { type NewKind, type NewPlace, newKindsHook } from "../app/port/slots.ts";
import { operation } from "../operation.ts";
import { parseFolder } from "../places/port.ts";
import { type Named, placesOfNew } from "./new_places.ts";
import { homeWords } from "./words.ts";

export const showNew = operation({
  id: "home.new",
  route: "GET /app/new",
  summary: "Make something new, as a page",
  query: t.Object({
    kind: t.Optional(t.String({ maxLength: 40, description: "What is made; the first that is offered without it." })),
    root: t.Optional(t.String({ maxLength: 100, description: "The space that it is made in, by its slug." })),
    folder: t.Optional(t.String({ maxLength: 1024, description: "The folder that it is made in." })),
  }),
  ...screen,
  // What it asks decides who may, and so does what its forms lead to.
  permit: signedIn(),
  refuses: [404],
  run: async (call, { query }) => {
    const words = homeWords(call);
    const root = query.root === undefined || query.root === "~" ? null : query.root;
    const { place, places } = await placesOfNew(call, { root, folder: parseFolder(query.folder ?? "") });
    const kinds = await call.callHook(newKindsHook, call);
    const offered = kinds.flat().toSorted((one, other) => one.order - other.order);
    const kind = query.kind === undefined ? offered[0] : offered.find(({ id }) => id === query.kind);
    if (!kind)
      throw refuse.notFound(`nothing of the kind "${query.kind}" can be made here; leave kind out to see what can`);
    const form = await kind.form({ call, place, places });
    return answerScreen(call, {
      title: words.new_of(kind.label),
      here: words.new,
      crumbs: crumbsTo(place),
      lies_nowhere: true,
      width: "slim",
      into: place,
      body: html`<div class="head"><h1>${words.new}</h1></div><div class="stack loose">${choice(call, { offered, kind, place })}${form}</div>`,
    });
  },
});

interface Offered {
  offered: readonly NewKind[];
  kind: NewKind;
  place: NewPlace;
}

/** Links, so that each kind has its page; what is chosen stands first on it, before anything is typed. */
function choice(call: Asking, { offered, kind, place }: Offered): Html {
  return html`<nav aria-label="${homeWords(call).new_kinds}"><ul class="cards many">${offered.map(
    ({ id, icon: drawn, label, hint }) =>
      html`<li><a class="card pickable" href="${newPath({ kind: id, ...place })}"${id === kind.id && html` aria-current="true"`}>${icon(drawn)}<span><strong>${label}</strong><span class="what block">${hint}</span></span></a></li>`,
  )}</ul></nav>`;
}

function crumbsTo({ root, folder, top }: Named): { href: string; label: string }[] {
  const names = folder === "" ? [] : folder.split("/");
  return [
    { href: placePath(root, ""), label: top },
    ...names.map((name, index) => ({ href: placePath(root, names.slice(0, index + 1).join("/")), label: name })),
  ];
}
