// Documents and markdown as HTML for reading elsewhere: the body of a page, without what stands around it.

import { type Actor, type Call, type Permit, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import {
  chosenMarkdown,
  documentAddress,
  documentNamed,
  documentWith,
  type FileRow,
  findDestinations,
  findNamedDocuments,
  findNotes,
  findVersionAuthor,
  headingPath,
  type LoadedDocument,
  listBacklinks,
  type Named,
  parseFilePath,
  RootShape,
  refuseMissingFile,
  rootOf,
  type ShownDocument,
  tellRead,
  VISIBILITY_NAMES,
} from "../../documents/port/read.ts";
import { ownerOf } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import {
  hrefOf,
  type Later,
  LINES,
  mayBeNote,
  type PageReference,
  renderMarkdownFragment,
} from "../../rendering/port.ts";
import { readTexts, textBytes } from "../../texts/port.ts";
import { fence, isMarkdown } from "../fence.ts";
import { type ReadAsAgent, readAsHook } from "../port.ts";

const { render_markdown_bytes: BYTES_MAX } = manifest.caps;
const BACKLINKS_MAX = 200;

export const renderText = operation({
  id: "render.markdown",
  route: "POST /api/render/markdown",
  tool: {
    name: "render_markdown",
    wording: "See the HTML that markdown becomes when it is published here.",
    idempotent: true,
  },
  summary: "Render markdown without publishing it",
  description:
    "The body of the page, with references to what you may open in your workspace resolved. Its addresses are whole; relative ones begin at the document of doc_id and stay as they are without one. At most 2 MiB.",
  body: t.Object({
    content: t.LongText({ description: "The markdown." }),
    doc_id: t.Optional(t.String({ description: "The document that it is written for; you must be able to read it." })),
  }),
  synonyms: { markdown: { is: "content" } },
  output: t.Object({ html: t.String(), has_diagram: t.Boolean() }, { $id: "RenderedMarkdown" }),
  effect: "read",
  rules: ({ body }) => {
    const size = Buffer.byteLength(body.content);
    if (size > BYTES_MAX) throw refuse.tooLarge(`content has ${size} bytes; at most ${BYTES_MAX} are rendered`);
  },
  permit: ({ body }): Permit<Actor | LoadedDocument> =>
    body.doc_id === undefined ? signedIn() : documentNamed("view", body.doc_id),
  connection_limit: "caller",
  quota: "markdown_render",
  refuses: [404],
  run: async (call, { body }) => {
    const { subject, runtime } = call;
    const page = "doc_id" in subject ? documentAddress(runtime, subject) : null;
    const document_id = "doc_id" in subject ? subject.document_id : null;
    const extensions = "doc_id" in subject ? chosenMarkdown(subject.attrs) : null;
    const source = { size_bytes: Buffer.byteLength(body.content), read: async () => body.content };
    const { html, has_diagram } = await render(call, { source, page, document_id, extensions });
    return { html, has_diagram };
  },
});

/** As the caller may see it, to be shown anywhere: `page` is the address that relative ones begin at. */
function render(
  call: Call<unknown, false>,
  {
    source,
    page,
    document_id,
    extensions,
  }: { source: Later<string>; page: string | null; document_id: number | null; extensions: string | null },
) {
  async function read() {
    const text = await source.read();
    const notes = { actor: call.actor, document_id };
    const by = { source: text, reader: call.actor, notes };
    return { source: text, destinations: await findDestinations(call.runtime, by), extensions };
  }
  const from = { host: call.runtime.contentHosts.originOf(call.actor.workspace.id), page };
  return renderMarkdownFragment({ size_bytes: source.size_bytes, read }, { from, ...ownerOf(call) });
}

const linked = {
  doc_id: t.String(),
  title: t.String(),
  alias: t.Nullable(t.String()),
  url: t.String(),
  ref: t.String({ description: "As the source says it." }),
  path: t.String(),
};

const Backlink = t.Object({ ...linked, count: t.Integer({ description: "How often it refers to this one." }) });

const Rendered = t.Object(
  {
    doc_id: t.String(),
    title: t.String(),
    kind: t.String(),
    doc_type: t.String(),
    alias: t.Nullable(t.String()),
    folder: t.String(),
    root: t.Nullable(RootShape, { description: "Null for a document in someone's My documents." }),
    visibility: t.OneOf(VISIBILITY_NAMES),
    tags: t.Array(t.String()),
    url: t.String(),
    path: t.String(),
    html: t.Nullable(t.String(), {
      description:
        "Null for an HTML document and a file share. Its addresses are whole, so that it may be shown anywhere.",
    }),
    toc: t.Array(t.Object({ id: t.String(), text: t.String(), level: t.Integer() })),
    diagram: t.Boolean(),
    backlinks: t.Array(Backlink, { description: "Documents that refer to this one and that you may open." }),
    references: t.Array(
      t.Object({ ...linked, line_from: t.Nullable(t.Integer()), line_to: t.Nullable(t.Integer()), href: t.String() }),
      { description: "Documents that this file refers to and that you may open." },
    ),
    version: t.Integer(),
    updated_at: t.Instant(),
    actor: t.Nullable(t.String({ description: "E-mail address of who wrote the current version." })),
    brain: t.Nullable(t.String()),
    in_brain: t.Boolean(),
    attrs: t.Json(),
  },
  { $id: "RenderedDocument" },
);

export const readRendered = operation({
  id: "doc.rendered",
  route: "GET /api/docs/{doc_id}/rendered",
  summary: "A document as HTML, with its contents and what is linked",
  query: t.Object({
    path: t.Optional(t.Name({ minLength: 1, description: "Another text file of the document." })),
    agent: t.Optional(
      t.Name({
        maxLength: 80,
        description: "An agent's slug or doc_id: `in_brain` says whether it knows of the document.",
      }),
    ),
  }),
  output: Rendered,
  rules: ({ query }) => {
    if (query.path !== undefined) parseFilePath(query.path);
  },
  permit: documentWith("view"),
  connection_limit: "places",
  quota: "document_render",
  run: async (call, { query }) => {
    const { subject, actor, runtime, now, sql } = call;
    const { document_id } = subject;
    const path = query.path ?? subject.source_path;
    const file = subject.files.find((one) => one.path === path);
    if (!file) throw refuseMissingFile(path);
    const source = sourceOf(call, file, query.path !== undefined);
    const extensions = chosenMarkdown(subject.attrs);
    const url = documentAddress(runtime, subject);
    const [readAs, page, inbound, author] = await Promise.all([
      readAsNamed(call, query.agent),
      source === null ? null : render(call, { source, page: pageOf(subject, { url, path }), document_id, extensions }),
      listBacklinks(sql, { actor, ...backlinksOf(subject), now }),
      findVersionAuthor(sql, subject),
    ]);
    tellRead(call, subject, "view");
    return {
      doc_id: subject.doc_id,
      title: subject.title,
      kind: subject.kind,
      doc_type: subject.doc_type,
      alias: subject.alias,
      folder: subject.folder,
      root: rootOf(subject),
      visibility: subject.visibility,
      tags: subject.tags,
      url,
      path,
      html: page?.html ?? null,
      toc: page?.toc ?? [],
      diagram: page?.has_diagram ?? false,
      backlinks: inbound.map(({ slug, ...row }) => ({
        ...row,
        url: documentAddress(runtime, { workspace_id: subject.workspace_id, slug }),
      })),
      references: await resolve(call, page?.references ?? []),
      version: subject.version,
      updated_at: subject.updated_at.toISOString(),
      actor: author,
      brain: readAs?.slug ?? null,
      in_brain: readAs?.in_brain ?? false,
      attrs: subject.attrs,
    };
  },
});

/** Where the file has its relative addresses begin. */
function pageOf({ source_path }: LoadedDocument, { url, path }: { url: string; path: string }): string {
  return path === source_path ? url : hrefOf(url, path);
}

/** Throws 404 for an agent that the caller may not open. */
async function readAsNamed(call: Call<LoadedDocument>, ref: string | undefined): Promise<ReadAsAgent | null> {
  if (ref === undefined) return null;
  const found = await call.callHook(readAsHook, { call, ref, document: call.subject });
  const named = found.find((one) => one !== null);
  if (!named) throw refuse.notFound(`no agent "${ref.slice(0, 80)}"; leave agent out`);
  return named;
}

function backlinksOf({ doc_id, alias }: LoadedDocument) {
  return { doc_id, alias, limit: BACKLINKS_MAX };
}

/** The markdown that shows a file; null where the document shows it in another way and nobody asked for it as text. */
function sourceOf(call: Call<LoadedDocument>, file: FileRow, isHandled: boolean): Later<string> | null {
  const { kind, source_path } = call.subject;
  if (!isHandled && kind !== "markdown" && kind !== "snippet") return null;
  const isSource = kind === "markdown" && file.path === source_path;
  return {
    size_bytes: textBytes([file]),
    read: async () => {
      const text = (await readTexts(call, [file])).get(file.blob_id) ?? null;
      if (text === null) throw refuse.invalid(`"${file.path}" is no text of at most 1 MiB, so it cannot be rendered`);
      return isSource || isMarkdown(file.path) ? text.replace(/^\ufeff/, "") : fence(text, file.path);
    },
  };
}

/** References to documents that the caller may open; the others are as if they were not. */
async function resolve(call: Call<LoadedDocument, false>, references: readonly PageReference[]) {
  const { actor, sql, now, subject } = call;
  const { document_id, workspace_id } = subject;
  const notes = references.flatMap(({ ref, note: name }) => (name === null ? [] : { ref, name }));
  const meant = await findNotes(sql, { actor, workspace_id, notes, document_id, now });
  const named = references.flatMap(({ ref, alias, doc_id }): Named[] => {
    const note = meant.get(ref);
    const own = alias !== null ? [{ alias }] : doc_id !== null ? [{ doc_id }] : [];
    return note ? [...own, { doc_id: note.doc_id }] : own;
  });
  if (named.length === 0) return [];
  const found = await findNamedDocuments(call, named);
  return references.flatMap(({ ref, path, workspace, alias, doc_id }) => {
    const isHere = workspace === null || workspace === actor.workspace.slug;
    const referred = isHere ? found.get(alias ?? `doc:${doc_id}`) : undefined;
    // What means nothing by the contract may be the name of a note (rules: links/note_names).
    const target = referred ?? found.get(`doc:${meant.get(ref)?.doc_id}`);
    return target
      ? [shown(target, { ref, path: referred ? headingPath(path) : (mayBeNote(ref)?.fragment ?? "") })]
      : [];
  });
}

function shown({ doc_id, title, alias, url }: ShownDocument, { ref, path }: { ref: string; path: string }) {
  const [file = "", fragment = ""] = path.split("#");
  const lines = LINES.exec(fragment);
  const from = lines ? Number(lines[1]) : null;
  const to = lines?.[2] ? Number(lines[2]) : from;
  return { doc_id, title, alias, url, ref, path: file, line_from: from, line_to: to, href: hrefOf(url, path) };
}
