// The middle of a page that shows a document: its text, its viewer, or its frame, and where to go from there.
import { DAY_MS, type Html, html, type Runtime, rendered } from "../../../kernel/plugin.ts";
import type { NamedVersion } from "../../content/port.ts";
import { decodeReferences } from "../../rendering/port.ts";
import type { PageBody } from "../bodies.ts";
import type { SitePage } from "../model/site.ts";
import type { SiteContent } from "./shell.ts";

/** What a sent page may do in its frame: what it may by itself, and nothing of ours. */
const FRAME = "allow-scripts allow-forms allow-modals allow-popups allow-downloads";

export interface DocumentView {
  page: SitePage;
  /** Null for a page that somebody sent, which is framed. */
  body: PageBody | null;
  /** The content of the body, with the links of this site. */
  content: string;
  before: SitePage | null;
  after: SitePage | null;
  /** Of the frame of a page that somebody sent. */
  framed: string;
  /** Where it is shown by itself; null for nowhere. */
  alone: string | null;
  /** Says above it which version it is; null for the current one. */
  note: Html | null;
  /** What stands below it, such as the pages of a folder. */
  below: Html | null;
  /** Its page in the app, the same for every reader, which answers each by their right; null where there is none. */
  app_path: string | null;
}

/** The page of a document in the app; null on a server that runs without it. */
export function pageInApp({ pathOf, config }: Pick<Runtime, "pathOf" | "config">, doc_id: string): string | null {
  const path = pathOf("reader.page");
  return path === null ? null : config.base_url + path.replace("{doc_id}", encodeURIComponent(doc_id));
}

export function documentContent(view: DocumentView): SiteContent {
  const { page, body } = view;
  return {
    ...{
      picture: body?.kind === "viewer" ? pictureIn(view.content) : null,
      title: page.title,
      description: page.description || (body?.description ?? null),
      href: page.href,
      trail: page.trail,
      doc_id: page.doc_id,
    },
    // What reads a page out goes by its headings; a framed page has its own in a document of its own.
    main: html`${view.note}${view.content.includes("<h1") ? null : html`<h1 class="sr-only">${page.title}</h1>\n`}${body ? html`<article class="${body.kind}" dir="auto">${rendered(view.content)}</article>` : renderFrame(view)}${view.below}
<p class="changed"><span>Last changed <time datetime="${page.updated_at.toISOString()}">${dayOf(page.updated_at)}</time></span>${view.app_path !== null && html`<a href="${view.app_path}" rel="nofollow">Open in the app</a>`}</p>${renderNeighbours(view)}`,
    ...{ toc: body?.toc ?? null, lang: body?.lang ?? "en", is_right_to_left: body?.is_right_to_left ?? false },
    ...{ is_public: page.is_public, has_math: body?.has_math ?? false, has_script: body?.has_script ?? false },
    stylesheet: null,
  };
}

/** The picture that a page shows and nothing else; one that a text holds may be a badge. */
function pictureIn(content: string): string | null {
  const [, address] = /<figure class="stage"><a href="([^"]*)"><img /.exec(content) ?? [];
  return address === undefined ? null : decodeReferences(address);
}

function renderFrame({ page: { title }, framed, alone }: DocumentView): Html {
  return html`<div class="framed"><iframe src="${framed}" title="${title}" sandbox="${FRAME}" allow="fullscreen" loading="eager"></iframe>
<p class="frame-way"><button type="button" hidden>Full screen</button> ${alone !== null && html`<a href="${alone}">Open by itself</a>`}</p></div>`;
}

function renderNeighbours({ before, after }: DocumentView): Html | null {
  if (!before && !after) return null;
  return html`<nav class="neighbours" aria-label="Pages before and after">
${before ? html`<a rel="prev" href="${before.href}"><span>Previous</span><strong dir="auto">${before.title}</strong></a>` : html`<span></span>`}
${after && html`<a rel="next" class="next" href="${after.href}"><span>Next</span><strong dir="auto">${after.title}</strong></a>`}
</nav>`;
}

/** Above a version that its address names. */
export function versionNote(
  { version, created_at, label, candidate }: NamedVersion,
  { newest, href }: { newest: number; href: string },
): Html {
  const name = html`Version ${String(version)}${label && html` (<span dir="auto">${label}</span>)`} of <time datetime="${created_at.toISOString()}">${dayOf(created_at)}</time>`;
  const state = candidate ? ", which is not shown yet." : version === newest ? ", the newest." : ".";
  const link = html`<a href="${href}">${version === newest ? "The page without a version" : "See the newest version"}</a>`;
  return html`<p class="version-note" role="note">${name}${state} ${link}</p>`;
}

/** Made once: making it takes longer than all else of a short page. */
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The same for every reader, who may be anywhere. */
function dayOf(date: Date): string {
  const number = Math.floor(date.getTime() / DAY_MS);
  // The pages of a site were changed on few days, one after the other.
  if (lastDay.number !== number) lastDay = { number, text: DAY.format(date) };
  return lastDay.text;
}

let lastDay = { number: Number.NaN, text: "" };
