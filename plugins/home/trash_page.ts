// The page of the trash: what can be brought back, until when, and the buttons that do it.
import { answerPage, type Html, html, t } from "../../kernel/plugin.ts";
import { listTrashed, type TrashedDocument } from "../documents/port/read.ts";
import { operation } from "../operation.ts";
import { signedInPage } from "../pages.ts";
import { listRoots, rootNamed } from "../places/port.ts";
import { pageAround } from "./around.ts";
import { instant, older, pagesOfList, TRASH_PATH, waysAround, wordsOnList } from "./ways.ts";

const SHOWN_MAX = 100;

export const showTrash = operation({
  id: "home.trash",
  route: "GET /app/trash",
  summary: "Deleted and expired documents that can be brought back, as a page",
  query: t.Object({
    root: t.Optional(t.String({ maxLength: 200, description: "Slug or id of a root; your own trash when absent." })),
    older,
  }),
  ...signedInPage,
  permit: ({ query }) => rootNamed(query.root),
  refuses: [404],
  run: async (call, { query }) => {
    const { sql, actor, subject: root } = call;
    const [{ docs, next_cursor = null }, roots] = await Promise.all([
      listTrashed(call, { root, folder: null, limit: SHOWN_MAX, cursor: query.older }),
      listRoots(sql, actor),
    ]);
    const body = trashBody({ docs, root, roots, next_cursor, older: query.older });
    return answerPage({ ...pageAround(actor), title: "Trash", body }, { holds_no_secret: true });
  },
});

interface Trash {
  docs: readonly TrashedDocument[];
  root: { slug: string; name: string } | null;
  roots: readonly { slug: string; name: string }[];
  next_cursor: string | null;
  older: string | undefined;
}

function trashBody({ docs, root, roots, next_cursor, older }: Trash): Html {
  return html`
    <section aria-labelledby="trash">
      <div class="head"><h1 id="trash">${root ? html`Trash of <bdi>${root.name}</bdi>` : "Your trash"}</h1></div>
      ${waysAround("trash")}
      <noscript><p class="notice">Bringing documents back needs JavaScript.</p></noscript>
      ${roots.length > 0 && rootWays(root, roots)}
      ${wordsOnList()}
      ${docs.length > 0 ? trashTable(docs, root === null) : html`<div class="card"><p class="soft">${root ? "Nothing that you could bring back was removed from here." : "Nothing here. What you delete stays for 7 days and can be brought back."}</p></div>`}
      ${pagesOfList({
        path: TRASH_PATH,
        query: root ? { root: root.slug } : {},
        next: { cursor: next_cursor, label: "Deleted before" },
        is_later: older ? { label: "The last deleted" } : null,
      })}
    </section>`;
}

function rootWays(current: Trash["root"], roots: Trash["roots"]): Html {
  const way = (href: string, label: string, isCurrent: boolean) =>
    html`<a href="${href}" aria-current="${isCurrent ? "page" : "false"}"><bdi>${label}</bdi></a>`;
  return html`
      <nav class="views" aria-label="Whose trash">
        ${way(TRASH_PATH, "My documents", current === null)}
        ${roots.map(({ slug, name }) => way(`${TRASH_PATH}?root=${encodeURIComponent(slug)}`, name, slug === current?.slug))}
      </nav>`;
}

/** `is_own` is the caller's own trash, of which they may remove anything for good. */
function trashTable(docs: readonly TrashedDocument[], is_own: boolean): Html {
  return html`
      <div class="card flush">
        <table class="rows">
          <thead><tr><th scope="col">Title</th><th scope="col">Was in</th><th scope="col">Deleted</th><th scope="col">Gone for good</th><th scope="col"><span class="hidden">Bring back</span></th></tr></thead>
          <tbody>${docs.map(
            (document) => html`
            <tr>
              <td class="first" dir="auto">${document.title}</td>
              <td data-label="Was in" dir="auto">${document.deleted_from.folder || "the top"}</td>
              <td data-label="Deleted"><div>${instant(document.deleted_at)} <span class="version">${wayOut(document)}</span></div></td>
              <td data-label="Gone for good">${document.purge_at ? instant(document.purge_at) : "kept under legal hold"}</td>
              <td class="act">
                <button type="button" class="plain small" data-undelete="${document.doc_id}" data-name="${document.title}">Restore<span class="hidden"> ${document.title}</span></button>
                ${is_own && document.purge_at && html`<button type="button" class="plain small" data-purge="${document.doc_id}" data-name="${document.title}">Delete for good<span class="hidden"> ${document.title}</span></button>`}
              </td>
            </tr>`,
          )}
          </tbody>
        </table>
      </div>`;
}

function wayOut({ reason, deleted_by }: TrashedDocument): Html | string {
  if (reason === "expired") return "expired";
  return deleted_by ? html`by <bdi>${deleted_by}</bdi>` : "";
}
