// The page of a folder: what lies in it, in its own order, and the way to it.
import { type Html, html, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { placePath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readFolderView } from "../operations/view.ts";
import { folderWords } from "./words.ts";

const SHOWN_MAX = 100;

function showAt(id: string, route: `GET /app/r/{root}${string}`) {
  return operation({
    id,
    route,
    summary: "A folder and what lies in it, as a page",
    query: t.Object({
      after: t.Optional(t.String({ maxLength: 4096, description: "Where the page before ended." })),
    }),
    ...screen,
    // What it asks decides who may.
    permit: signedIn(),
    refuses: [404],
    run: async (call, { params, query }) => {
      const { root } = params;
      const sent = { root, path: pathOf(params), limit: SHOWN_MAX, cursor: query.after };
      const folder = await ask(call, readFolderView, { query: sent });
      const slug = folder.root?.slug ?? null;
      const above = folder.breadcrumb.filter(({ path }) => path !== folder.path);
      return answerScreen(call, {
        title: folder.name,
        crumbs: above.map(({ path, name }) => ({ href: placePath(slug, path), label: name })),
        place: placePath(slug, ""),
        body: folderBody(call, folder, slug),
      });
    },
  });
}

export const showSpace = showAt("folder.page.top", "GET /app/r/{root}");
export const showFolder = showAt("folder.page", "GET /app/r/{root}/{path...}");

function pathOf(params: Record<string, unknown>): string {
  return typeof params["path"] === "string" ? params["path"] : "";
}

type View = typeof readFolderView extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;

function folderBody(call: Asking, folder: View, slug: string | null): Html {
  const words = folderWords(call);
  return html`<div class="head"><div><h1 dir="auto">${folder.name}</h1>${folder.settings.description && html`<p dir="auto">${folder.settings.description}</p>`}</div></div>
${folder.children.length > 0 ? html`<ul class="rows">${folder.children.map((child) => childRow(call, child, slug))}</ul>` : html`<div class="empty"><h2>${words.empty}</h2><p>${words.empty_told}</p></div>`}
${folder.next_cursor && html`<p class="line part"><a class="btn" rel="next" href="?after=${encodeURIComponent(folder.next_cursor)}">${words.more}</a></p>`}`;
}

function childRow(call: Asking, { folder, doc, shortcut }: View["children"][number], slug: string | null): Html | null {
  if (folder)
    return html`<li>${icon("folder")}<div class="main"><a class="name cut" href="${placePath(slug, folder.path)}" dir="auto">${folder.name}</a></div></li>`;
  if (doc)
    return html`<li>${icon(doc.kind === "markdown" ? "doc" : "file")}<div class="main"><a class="name cut" href="${doc.url}" dir="auto">${doc.title}</a></div><span class="fine nowrap">${when(call, doc.updated_at)}</span></li>`;
  if (shortcut)
    return html`<li>${icon("link")}<div class="main"><span class="name cut" dir="auto">${shortcut.label ?? ""}</span></div></li>`;
  return null;
}
