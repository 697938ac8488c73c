// The page of a folder: what lies in it, in its own order, the way to it, and what can be done with it.
import { type Html, html, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { newPath, placePath, spacePath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { addressOf } from "../../documents/port/rows.ts";
import { operation } from "../../operation.ts";
import { readFolders } from "../operations/folders.ts";
import { readFolderView } from "../operations/view.ts";
import { contents, type Look, type ShownFolder } from "./contents.ts";
import { levelOf } from "./level.ts";
import { changePanel, newFolderPanel } from "./panels.ts";
import { setPlace } from "./place.ts";
import { folderWords } from "./words.ts";

const SHOWN_MAX = 100;
const PANELS = ["new", "change", "move"] as const;

function showAt(id: string, route: `GET /app/r/{root}${string}`) {
  return operation({
    id,
    route,
    summary: "A folder and what lies in it, as a page",
    query: t.Object({
      after: t.Optional(t.String({ maxLength: 4096, description: "Where the page before ended." })),
      look: t.Optional(t.OneOf(["list", "grid"], { description: "How it is shown; as the folder says without it." })),
      panel: t.Optional(
        t.OneOf(PANELS, { description: "What stands open: a new folder, changes, or all folders to move to." }),
      ),
    }),
    ...screen,
    // What it asks decides who may.
    permit: signedIn(),
    refuses: [404],
    run: async (call, { params, query }) => {
      const path = pathOf(params);
      const sent = { root: params.root, path, limit: SHOWN_MAX, cursor: query.after };
      const wantsFolders = query.panel === "change" || query.panel === "move";
      const [folder, all] = await Promise.all([
        ask(call, readFolderView, { query: sent }),
        wantsFolders ? ask(call, readFolders, { query: { root: params.root, limit: 500 } }) : null,
      ]);
      const slug = folder.root?.slug ?? null;
      setPlace(call.request, { root: slug, path: folder.path, folder });
      const look: Look = query.look ?? (folder.settings.view_mode === "grid" ? "grid" : "list");
      const page = { folder, slug, look, isLater: query.after !== undefined, all: all?.folders ?? null };
      const above = folder.breadcrumb.filter((one) => one.path !== folder.path);
      return answerScreen(call, {
        title: folder.name,
        crumbs: above.map((one) => ({ href: placePath(slug, one.path), label: one.name })),
        place: placePath(slug, folder.path),
        width: "wide",
        level: levelOf(call, { folder, slug }),
        ...(folder.can_edit && {
          actions: actions(call, slug, folder.path),
          into: { root: slug, folder: folder.path },
        }),
        body: folderBody(call, { ...page, panel: query.panel ?? null }),
      });
    },
  });
}

export const showSpace = showAt("folder.page.top", "GET /app/r/{root}");
export const showFolder = showAt("folder.page", "GET /app/r/{root}/{path...}");

function pathOf(params: Record<string, unknown>): string {
  return typeof params["path"] === "string" ? params["path"] : "";
}

function actions(call: Asking, root: string | null, folder: string): Html {
  const words = folderWords(call);
  const fresh = call.runtime.pathOf("home.new") && newPath({ root, folder });
  return html`<a class="btn quiet" href="?panel=change">${icon("settings")}<span>${words.change}</span></a>${
    fresh && html`<a class="btn quiet" href="${fresh}">${icon("plus")}<span>${words.new}</span></a>`
  }<a class="btn primary" href="?panel=new">${icon("folder")}<span>${words.new_folder}</span></a>`;
}

function folderBody(call: Asking, page: ShownFolder & { panel: (typeof PANELS)[number] | null }): Html {
  const { folder, slug, look, panel, isLater } = page;
  const { settings, stats, next_cursor = null } = folder;
  const words = folderWords(call);
  const isEmpty = folder.children.length === 0;
  return html`<div class="head"><div><h1 dir="auto">${folder.name}</h1>${settings.description && html`<p dir="auto">${settings.description}</p>`}${byline(call, page)}</div>${
    !isEmpty &&
    html`<nav class="seg" aria-label="${words.look}"><a href="?look=list"${look === "list" && html` aria-current="true"`}>${icon("list")}${words.list}</a><a href="?look=grid"${look === "grid" && html` aria-current="true"`}>${icon("grid")}${words.grid}</a></nav>`
  }</div>
${folder.can_edit && panel === "new" && newFolderPanel(call, page)}
${folder.can_edit && panel === "change" && changePanel(call, page)}
${folder.index && !isLater && html`<a class="card index-page" href="${addressOf(folder.index)}"><span class="line one soft">${icon("wiki")}<small>${words.begin}</small></span><strong dir="auto">${folder.index.title}</strong></a>`}
${isEmpty ? empty(call, page) : contents(call, page)}
${stats.skipped > 0 && html`<p class="fine">${words.closed(stats.skipped)}</p>`}
${
  (next_cursor || isLater) &&
  html`<p class="line part">${isLater && html`<a class="btn" href="${placePath(slug, folder.path)}?look=${look}">${words.first}</a>`}${next_cursor && html`<a class="btn" rel="next" href="?look=${look}&amp;after=${encodeURIComponent(next_cursor)}">${words.more}</a>`}</p>`
}`;
}

/** Who may open it, and where that is changed for whoever may change it. */
function byline(call: Asking, { folder, slug }: ShownFolder): Html {
  const words = folderWords(call);
  const { root, settings, can_manage } = folder;
  const label = root ? words.space_people(root.name) : words.yours;
  const shown = html`${icon(root ? "users" : "lock")}<span>${label}</span>`;
  const space = slug !== null && can_manage && call.runtime.pathOf("root.page") !== null ? spacePath(slug) : null;
  return html`<p class="byline">${space ? html`<a href="${space}">${shown}</a>` : html`<span>${shown}</span>`}${settings.published && html`<span>${icon("globe")}${words.site}</span>`}</p>`;
}

function empty(call: Asking, { folder, slug, isLater }: ShownFolder): Html {
  if (isLater) throw refuse.notFound("page not found");
  const words = folderWords(call);
  if (!folder.can_edit) return html`<div class="empty"><h2>${words.empty}</h2><p>${words.empty_reader}</p></div>`;
  const fresh = call.runtime.pathOf("home.new") && newPath({ root: slug, folder: folder.path });
  const into = slug === null ? "" : ` --root ${slug}`;
  return html`<div class="empty">${icon("folder", "big")}<h2>${words.empty}</h2><p>${words.empty_told}</p>
<p class="line">${fresh && html`<a class="btn primary" href="${fresh}">${words.new}</a>`}<a class="btn" href="?panel=new">${words.new_folder}</a></p>
<p>${words.empty_publish}</p><p><code>docsvc publish ./my-folder${into}</code></p></div>`;
}
