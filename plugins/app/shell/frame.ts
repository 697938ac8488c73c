// The frame around every page of the app: the rail with its places, the bar, and what the page before left to say.
import { type Html, html, PRODUCT, writeHtml } from "../../../kernel/plugin.ts";
import { readCookie } from "../../../kernel/ports/auth.ts";
import type { Said } from "../door/passing.ts";
import type { Asking } from "../port/ask.ts";
import { doorOf } from "../port/form.ts";
import { drawingsFor, icon } from "../port/icons.ts";
import { newPath, pathBack } from "../port/paths.ts";
import type { NewPlace, Place, RailPart } from "../port/slots.ts";
import { chosenTheme } from "../port/theme.ts";
import { languageOf } from "../port/words.ts";
import { chosenTimeZone } from "../port/zone.ts";
import { appWords } from "../words.ts";
import { headOf } from "./bare.ts";
import { KEYS_COOKIE } from "./keys.ts";
import { PALETTE_ICONS, paletteWords } from "./palette.ts";
import { SCRIPT_PATH } from "./paths.ts";

/** Where a page of the app lies, from its space down to the page above it. */
export interface Crumb {
  href: string;
  label: string;
}

export interface Screen {
  /** Names the thing and the page, as "Edit How we ship". */
  title: string;
  crumbs?: readonly Crumb[];
  /** What the last crumb says: the page itself, `title` without it. */
  here?: string;
  /** Buttons and links at the end of the bar. */
  actions?: Html;
  body: Html;
  /** Of `main`; 66 rem without it. */
  width?: "slim" | "wide" | "full";
  /** The page shows nothing that lies in a place, as a form does: the tree goes down to the place above it. */
  lies_nowhere?: true;
  /** What lies in the place that the page shows, as the tree has it below that. */
  level?: Level;
  /** Where what is made from here lies, and what is dropped on it; without it in My documents. */
  into?: NewPlace | null;
  /** The line of the rail that is the current place, where that is not the page's own address. */
  place?: string;
  scripts?: readonly string[];
  styles?: readonly string[];
}

export interface Level {
  places: readonly Place[];
  /** Where all of them are, if these are some. */
  all: { href: string; label: string } | null;
}

interface Framed extends Screen {
  /** Origins of what it shows beside what every page may. */
  shows: readonly string[];
  parts: readonly RailPart[];
  passing: Said | null;
  is_refused: boolean;
  /** What a refused form says, where no form of the page does. */
  untold: string | null;
}

/** The whole document. */
export function renderFrame(call: Asking, page: Framed): Html {
  const { request, actor } = call;
  const words = appWords(call);
  const current = page.place ?? request.url.pathname;
  const inside = html`
<a class="skip" href="#main">${words.skip}</a>
<div class="app">
${rail(call, page, current)}
${menu(call)}
<div class="rest">
${bar(call, page)}
<main class="${page.width ? `page ${page.width}` : "page"}" id="main" tabindex="-1">${page.untold !== null && html`<p class="note bad" role="alert">${icon("warn")}<span>${page.untold}</span></p>`}${page.body}</main>
</div>
</div>
<div id="said" role="status" data-away="${words.away}">${page.passing && toast(call, page.passing)}</div>`;
  const theme = chosenTheme(request);
  const named = theme && html` data-theme="${theme}"`;
  const zone = chosenTimeZone(request);
  return html`<!doctype html>
<html lang="${languageOf(request)}" dir="ltr"${named}${zone && html` data-zone="${zone}"`}>
<head>${headOf(page.is_refused ? words.not_saved(page.title) : `${page.title} · ${actor.workspace.name}`)}${page.styles?.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<script type="module" src="${SCRIPT_PATH}"></script>${page.scripts?.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body data-user="${actor.user_id}"${page.shows.length > 0 && html` data-shows="${page.shows.join(" ")}"`}${readCookie(request.headers, KEYS_COOKIE) === "off" && html` data-keys="off"`}>${drawingsFor(writeHtml(html`${inside}${PALETTE_ICONS}`))}${inside}</body>
</html>
`;
}

function rail(call: Asking, page: Framed, place: string): Html {
  const { parts } = page;
  const { actor, runtime } = call;
  const path = call.request.url.pathname;
  const chain = chainOf(page, path);
  const isInTree = parts.some(
    (part) => part.is_tree && part.places.some(({ href }) => isAt(href, chain[0]?.href ?? "")),
  );
  const current = isInTree ? (chain.at(-1)?.href ?? path) : place;
  const words = appWords(call);
  const at = (where: RailPart["at"]) =>
    parts
      .filter((part) => part.at === where && (part.places.length > 0 || part.more))
      .sort((a, b) => a.order - b.order);
  const search = runtime.pathOf("home.search");
  const fresh = runtime.pathOf("home.new");
  return html`<nav class="rail" id="rail" popover aria-label="${words.places}">
<div class="rail-top">
<button type="button" class="place" popovertarget="workspace"><span class="face square small brand" aria-hidden="true">${firstLetter(actor.workspace.name)}</span><strong class="cut grow" dir="auto">${actor.workspace.name}</strong>${icon("down")}</button>
<div class="line one">${search && html`<a class="btn grow" href="${search}"${paletteWords(call)}>${icon("search")}<span class="soft">${words.search}</span><kbd class="end" hidden data-key="k">Ctrl K</kbd></a>`}${fresh && html`<a class="btn primary icon-only" href="${newPath(page.into ?? {})}" aria-label="${words.new}" title="${words.new}">${icon("plus")}</a>`}</div>
</div>
<div class="rail-mid">${at("top").map((part) => list(call, part.places, current))}
${at("middle").map((part, number) => section(call, part, { current, chain, id: `rail-${number}` }))}</div>
<div class="rail-end">${at("end").map((part) => list(call, part.places, current))}</div>
</nav>`;
}

/** The way from a space down to the page, which the tree unfolds: a crumb each, then the page with what lies in it. */
function chainOf({ crumbs = [], here, title, level, lies_nowhere }: Framed, path: string): readonly Place[] {
  const last = { href: path, icon: level ? "folder" : "doc", label: here ?? title };
  const inside = level && [
    ...level.places,
    ...(level.all ? [{ href: level.all.href, icon: "more", label: level.all.label }] : []),
  ];
  const above = crumbs.map(({ href, label }) => ({ href, icon: "folder", label }));
  if (lies_nowhere) return above;
  return [...above, { ...last, ...(inside && { inside }) }];
}

interface Drawn {
  current: string;
  chain: readonly Place[];
  id: string;
}

function section(call: Asking, { heading, more, places, is_tree }: RailPart, { current, chain, id }: Drawn): Html {
  return html`<h2 id="${id}">${heading}${more && html` <a class="btn quiet small icon-only" href="${more.href}" aria-label="${more.label}" title="${more.label}">${icon("plus")}</a>`}</h2>
<ul class="tree" aria-labelledby="${id}">${places.map((place) => branch(call, is_tree ? unfolded(place, chain) : place, current))}</ul>`;
}

/** A place with the rest of the way below it, where the way begins with it. */
function unfolded(place: Place, [first, ...rest]: readonly Place[]): Place {
  if (first === undefined || !isAt(place.href, first.href)) return { ...place, has_more: true };
  const next = rest.length > 0 ? [below(rest)] : first.inside;
  return { ...place, has_more: true, ...(next && { inside: next, open: true, is_level: rest.length === 0 }) };
}

function below([first, ...rest]: readonly Place[]): Place {
  if (first === undefined) throw new Error("a way has an end");
  const hasLevel = rest.length > 0 || first.inside !== undefined;
  return hasLevel ? unfolded(first, [first, ...rest]) : first;
}

function list(call: Asking, places: readonly Place[], current: string): Html {
  return html`<ul>${places.map((place) => html`<li>${line(call, place, current)}</li>`)}</ul>`;
}

function line(call: Asking, { href, icon: drawn, label, count }: Place, current: string): Html {
  return html`<a class="place" href="${href}"${isAt(href, current) && html` aria-current="page"`}>${icon(drawn)}<span class="cut grow" dir="auto" title="${label}">${label}</span>${unreadCount(call, { count })}</a>`;
}

/** The frame's script renews it. */
function unreadCount(call: Asking, { count }: Pick<Place, "count">): Html | null {
  if (count === undefined) return null;
  return html`<span class="count new" data-unread${count === 0 && html` hidden`} aria-label="${appWords(call).unread(count)}">${count > 99 ? "99+" : count || ""}</span>`;
}

/** Where a level is not there yet, the script shows the triangle, and fetches it from the page that has it. */
function branch(call: Asking, place: Place, current: string): Html {
  const { inside = [], open, label, has_more, is_level } = place;
  const isFolded = inside.length === 0 && !is_level;
  return html`<li>${line(call, place, current)}${
    (has_more || inside.length > 0) &&
    html`<details${open && html` open`}${isFolded && html` hidden data-level`}><summary aria-label="${appWords(call).inside(label)}">${icon("right", "turn")}</summary>${!isFolded && html`<ul${is_level && html` data-whole`}>${inside.map((one) => branch(call, one, current))}</ul>`}</details>`
  }</li>`;
}

function isAt(href: string, current: string): boolean {
  return href === current || decode(href) === decode(current);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function menu(call: Asking): Html {
  const { actor, runtime, request } = call;
  const words = appWords(call);
  const hasKeys = readCookie(request.headers, KEYS_COOKIE) !== "off";
  const settings = runtime.pathOf("app.settings");
  const theme = chosenTheme(request) ?? "";
  const choices = [
    { value: "", label: words.as_system },
    { value: "light", label: words.light },
    { value: "dark", label: words.dark },
  ];
  return html`<div class="menu" id="workspace" popover>
<h3 dir="auto">${actor.name ?? actor.email}</h3>
<p class="fine pad cut">${actor.name ? `${actor.email}, ` : ""}${words[actor.role]}</p>
${settings && html`<a class="place" href="${settings}">${icon("settings")}${words.settings}</a>`}
<hr>
<form class="line pad" method="post" action="/app/theme" data-plain aria-label="${words.light_or_dark}"><input type="hidden" name="back" value="${pathBack(request.url)}">${choices.map(({ value, label }) => html`<button class="btn small" name="theme" value="${value}" aria-pressed="${theme === value ? "true" : "false"}">${label}</button>`)}</form>
<form class="pad" method="post" action="/app/keys" data-plain><input type="hidden" name="back" value="${pathBack(request.url)}"><button class="btn quiet small" name="keys" value="${hasKeys ? "off" : ""}">${hasKeys ? words.keys_on : words.keys_off}</button></form>
<hr>
<form method="post" action="/auth/logout" data-plain><button class="place">${icon("next", "turn")}${words.sign_out}</button></form>
</div>`;
}

function bar(call: Asking, { crumbs = [], here, title, actions, parts }: Framed): Html {
  const words = appWords(call);
  const inBar = parts.flatMap(({ places }) => places.filter(({ in_bar }) => in_bar));
  const search = call.runtime.pathOf("home.search");
  const back = crumbs.at(-1);
  return html`<header class="bar"><button type="button" class="btn quiet icon-only bar-menu" popovertarget="rail" aria-label="${words.places}">${icon("menu")}</button>
<nav class="crumbs" aria-label="${words.where}"><ol>${crumbs.map(({ href, label }) => html`<li class="wide-only"><a href="${href}" dir="auto">${label}</a></li>`)}${back && html`<li class="slim-only"><a href="${back.href}">${icon("back", "turn")}<span class="cut" dir="auto">${back.label}</span></a></li>`}<li${back && html` class="wide-only"`}><span aria-current="page" dir="auto">${here ?? title}</span></li></ol></nav>
${inBar.map((place) => html`<a class="btn quiet icon-only bar-menu" href="${place.href}" aria-label="${place.label}" title="${place.label}">${icon(place.icon)}${unreadCount(call, place)}</a>`)}${search && html`<a class="btn quiet icon-only bar-menu" href="${search}" data-palette aria-label="${words.search}">${icon("search")}</a>`}${actions && html`<div class="acts">${actions}</div>`}</header>`;
}

/** What was done, and what takes it back. */
function toast(call: Asking, { words, undo }: Said): Html {
  return html`<div class="toast"><span>${words}</span>${undo && undoForm(call, undo)}</div>`;
}

function undoForm(call: Asking, undo: string): Html | null {
  const { pathname, search } = call.request.url;
  const cut = undo.indexOf("?");
  const operation = cut < 0 ? undo : undo.slice(0, cut);
  if (!/^[a-z_.]+$/.test(operation)) return null;
  const fixed = new URLSearchParams(cut < 0 ? "" : undo.slice(cut + 1));
  return html`<form method="post" action="${doorOf(operation)}"><input type="hidden" name="~back" value="${pathname + search}">${[...fixed].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="btn small">${appWords(call).undo}</button></form>`;
}

function firstLetter(name: string): string {
  return [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? PRODUCT.name.charAt(0);
}
