// The page on which a document gets another place: first the space, then the folder in it.
import { type Html, html, signedIn, t } from "../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask, askIfOpen } from "../app/port/ask.ts";
import { formFor } from "../app/port/form.ts";
import { documentPath } from "../app/port/paths.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import type { DocumentOnPage } from "../app/port/slots.ts";
import { patchDoc } from "../documents/port/operations.ts";
import { readFolders } from "../folders/port/operations.ts";
import { operation } from "../operation.ts";
import { readRoots } from "../roots/port/operations.ts";
import { answerClosed } from "./closed_page.ts";
import { moveWords } from "./move_words.ts";
import { openDocument } from "./opened.ts";
import { placeOf } from "./place.ts";

type Space = AnswerOf<typeof readRoots>["roots"][number];

const FOLDERS_MAX = 500;
const MINE = "~";

export const showMovePage = operation({
  id: "reader.move",
  route: "GET /app/d/{doc_id}/move",
  summary: "Moving a document to another folder or space, as a page",
  query: t.Object({
    root: t.Optional(
      t.String({ maxLength: 200, description: "The space whose folders are offered; ~ for My documents." }),
    ),
  }),
  ...screen,
  permit: signedIn(),
  refuses: [404, 429],
  run: async (call, { params: { doc_id }, query }) => {
    const opened = await openDocument(call, doc_id);
    if (!opened) return answerClosed(call, doc_id);
    const { document, shown } = opened;
    const words = moveWords(call);
    const { roots } = await ask(call, readRoots, { query: {} });
    const into = query.root ?? document.root ?? MINE;
    const found = document.has_settings
      ? await askIfOpen(call, readFolders, { query: { root: into, limit: FOLDERS_MAX } })
      : null;
    const place = placeOf(call, { ...opened, roots });
    const spaces = roots.filter(({ my_level }) => my_level === "edit");
    const body = found
      ? html`${spaceForm(call, { document, spaces, into })}${folderForm(call, { document, into, folders: found.folders.map(({ path }) => path) })}`
      : html`<p class="note warn" role="status">${words.not_yours}</p>`;
    return answerScreen(call, {
      title: words.move(shown.title),
      crumbs: [...place.crumbs, { href: documentPath(doc_id), label: shown.title }],
      here: words.here,
      width: "slim",
      body: html`<div class="head"><div><h1 dir="auto">${words.move(shown.title)}</h1><p>${words.link_stays}</p></div></div><div class="stack loose">${body}</div>`,
    });
  },
});

interface Choice {
  document: DocumentOnPage;
  /** The space whose folders are offered. */
  into: string;
}

/** Leads to this page again, with that space's folders. */
function spaceForm(
  call: Asking,
  { document, spaces, into }: Choice & { spaces: readonly Pick<Space, "slug" | "name">[] },
): Html {
  const words = moveWords(call);
  const all = [{ slug: MINE, name: words.mine }, ...spaces];
  return html`<form class="line" action="${documentPath(document.doc_id, "move")}"><div class="field"><label for="space">${words.space}</label><select id="space" name="root">${all.map(({ slug, name }) => html`<option value="${slug}"${slug === into && html` selected`}>${name}</option>`)}</select></div><button class="btn">${words.show}</button></form>`;
}

function folderForm(call: Asking, { document, into, folders }: Choice & { folders: readonly string[] }): Html {
  const words = moveWords(call);
  const { doc_id, root, folder } = document;
  const isElsewhere = into !== (root ?? MINE);
  const options = ["", ...folders].filter((path) => isElsewhere || path !== folder);
  if (options.length === 0) return html`<p class="soft">${words.nowhere}</p>`;
  return formFor(
    call,
    patchDoc,
    {
      fixed: { doc_id, root: into },
      then: documentPath(doc_id),
      done: words.moved,
      undo: { operation: patchDoc.id, fixed: { doc_id, root: root ?? MINE, folder } },
    },
    (fields) => html`${fields.choice("folder", {
      label: words.folder,
      options: options.map((path) => ({ value: path, label: path === "" ? words.top : path.replaceAll("/", " / ") })),
    })}
${isElsewhere && html`<p class="note" role="status"><span>${words.opens_to}</span></p>`}<p class="line"><button class="btn primary">${words.do_move}</button><a class="btn quiet" href="${documentPath(doc_id)}">${words.cancel}</a></p>`,
  );
}
