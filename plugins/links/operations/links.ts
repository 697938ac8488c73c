// What a document refers to, what refers to it, and what a reference means (rules: links/readers).

import {
  type Call,
  cursorsOf,
  nextCursor,
  paging,
  type Runtime,
  type Static,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import {
  type CountedReference,
  documentAddress,
  documentWith,
  findNamedDocuments,
  findServedDocument,
  headingPath,
  type InboundPlace,
  type InboundRow,
  type LoadedDocument,
  listInbound,
  listOutbound,
  type Named,
  type ShownDocument,
  tagHref,
} from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { hrefOf, keyOf, mayBeNote, readReference } from "../../rendering/port.ts";

/** References that one document makes, of which nothing is told beyond. */
const REFERENCES_MAX = manifest.caps.links_per_document;
/** Of both ways together. */
const PAGE_MAX = 1000;

const count = t.Integer({ description: "How often the source says it." });

const Outbound = t.Object({
  ref: t.String({ description: "As the source says it." }),
  path: t.String({ description: "The file of the document that it names; empty for its page." }),
  href: t.Nullable(t.String({ description: "Where it leads; null where it leads nowhere that you may open." })),
  resolved: t.Boolean(),
  doc_id: t.Nullable(t.String()),
  title: t.Nullable(t.String()),
  alias: t.Nullable(t.String()),
  url: t.Nullable(t.String()),
  count,
});

const Inbound = t.Object({
  doc_id: t.String(),
  title: t.String(),
  alias: t.Nullable(t.String()),
  url: t.String(),
  ref: t.String(),
  path: t.String({ description: "The file in which the reference stands." }),
  count,
});

export const readLinks = operation({
  id: "doc.links",
  route: "GET /api/docs/{doc_id}/links",
  tool: {
    name: "list_links",
    wording: "List what a document refers to by name and what refers to it.",
    idempotent: true,
  },
  summary: "List the links of a document, both ways",
  description:
    "Each reference is a row, with how often its source says it. Only documents that you may open are named. The pages hold the first 1,000 references that it makes, in their order, and then those to it, by the title of the document that makes them.",
  query: t.Object({ ...paging({ default: PAGE_MAX, maximum: PAGE_MAX }) }),
  output: t.Object({
    doc_id: t.String(),
    alias: t.Nullable(t.String()),
    outbound: t.Array(Outbound),
    inbound: t.Array(Inbound),
    ...nextCursor,
  }),
  rules: ({ query }) => void readPlace(query.cursor),
  permit: documentWith("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { doc_id, alias } = call.subject;
    const limit = query.limit ?? PAGE_MAX;
    const after = readPlace(query.cursor);
    const outbound = after && "inbound" in after ? [] : await outboundBehind(call, after?.outbound ?? -1);
    const shown = outbound.slice(0, limit);
    const isCut = shown.length < outbound.length;
    const room = limit - shown.length;
    // One more than there is room for tells whether there is another page.
    const inbound = isCut
      ? []
      : await inboundOf(call, { after: after && "inbound" in after ? after.inbound : null, limit: room + 1 });
    const told = inbound.slice(0, room);
    const last = told.at(-1);
    const end: LinkPlace = last ? { inbound: last } : { outbound: shown.at(-1)?.position ?? -1 };
    return {
      doc_id,
      alias,
      outbound: shown.map(({ row }) => row),
      inbound: told.map((row) => showInbound(row, call)),
      ...((isCut || told.length < inbound.length) && { next_cursor: PLACES.write(end) }),
    };
  },
});

/** Where a page ended: behind a reference that the document makes, or behind one to it. */
type LinkPlace = { outbound: number } | { inbound: InboundPlace };

const PLACES = cursorsOf<LinkPlace>("links", {
  keys: (place) => {
    if ("outbound" in place) return { position: place.outbound };
    const { sort_title, document_id, place: at } = place.inbound;
    return { sort_title, document_id, place: at };
  },
  read: (at) =>
    at.has("position")
      ? { outbound: at.id("position") }
      : { inbound: { sort_title: at.text("sort_title"), document_id: at.id("document_id"), place: at.id("place") } },
});

function readPlace(cursor: string | undefined): LinkPlace | null {
  return cursor ? PLACES.read(cursor) : null;
}

type LinksCall = Pick<Call<LoadedDocument>, "subject" | "sql" | "actor" | "now" | "runtime">;

/** A reference and where in the source it is first. */
interface OutboundRow {
  position: number;
  row: Static<typeof Outbound>;
}

/** What the document refers to behind a position in its source; what is closed to the caller looks like what is not there. */
async function outboundBehind(call: LinksCall, after: number): Promise<OutboundRow[]> {
  const { subject, sql, actor, now } = call;
  const { document_id, workspace_id } = subject;
  const references = await listOutbound(sql, { document_id, workspace_id, actor, now, limit: REFERENCES_MAX });
  const behind = references.filter(({ position }) => position > after);
  const found = await findNamedDocuments(
    call,
    behind.flatMap((one) => namesOf(one)),
  );
  return behind.map((one) => ({ position: one.position, row: { ...leads(call, one, found), count: one.count } }));
}

/** What the contract says comes first; what means nothing by that may be the name of a note (rules: links/note_names). */
function leads(
  { runtime, actor }: LinksCall,
  { ref, path, workspace, alias, doc_id, tag, note_doc_id }: CountedReference,
  found: ReadonlyMap<string, ShownDocument>,
): Omit<Static<typeof Outbound>, "count"> {
  if (tag !== null) return { ref, path, ...NOWHERE, href: tagHref(runtime.config.base_url, tag), resolved: true };
  const isOwn = workspace === null || workspace === actor.workspace.slug;
  const meant = isOwn ? found.get(alias ?? `doc:${doc_id}`) : undefined;
  if (meant) return { ref, path, ...describe(meant, headingPath(path)) };
  const note = note_doc_id === null ? undefined : found.get(`doc:${note_doc_id}`);
  if (!note) return { ref, path, ...NOWHERE };
  // What follows the name of a document by the contract may be a part of the name of a note.
  const fragment = mayBeNote(ref)?.fragment ?? "";
  return { ref, path: fragment, ...describe(note, fragment) };
}

function inboundOf(
  { subject, sql, actor, now }: LinksCall,
  page: { after: InboundPlace | null; limit: number },
): Promise<InboundRow[]> {
  const { doc_id, alias } = subject;
  return listInbound(sql, { actor, doc_id, alias, now, ...page });
}

function showInbound(row: InboundRow, { runtime, actor }: LinksCall): Static<typeof Inbound> {
  const { doc_id, title, alias, slug, path, ref, count } = row;
  const url = documentAddress(runtime, { workspace_id: actor.workspace.id, slug });
  return { doc_id, title, alias, url, ref, path, count };
}

type Described = Pick<Static<typeof Outbound>, "href" | "resolved" | "doc_id" | "title" | "alias" | "url">;

const NOWHERE: Described = { href: null, resolved: false, doc_id: null, title: null, alias: null, url: null };

function describe(doc: ShownDocument | undefined, path: string): Described {
  if (!doc) return NOWHERE;
  const { doc_id, title, alias, url } = doc;
  return { href: hrefOf(url, path), resolved: true, doc_id, title, alias, url };
}

function namesOf({ alias, doc_id, note_doc_id }: CountedReference): Named[] {
  const named = alias !== null ? [{ alias }] : doc_id !== null ? [{ doc_id }] : [];
  return note_doc_id === null ? named : [...named, { doc_id: note_doc_id }];
}

const Resolved = t.Object(
  {
    ref: t.String(),
    found: t.Boolean(),
    doc_id: t.Optional(t.String()),
    title: t.Optional(t.String()),
    alias: t.Optional(t.Nullable(t.String())),
    url: t.Optional(t.String()),
    visibility: t.Optional(t.String()),
  },
  { $id: "Resolved" },
);

export const resolve = operation({
  id: "link.resolve",
  route: "GET /api/resolve",
  tool: {
    name: "resolve_link",
    wording: "Find the document that a link, an alias, doc:<id> or @workspace/alias means.",
    idempotent: true,
  },
  summary: "Find what a reference means",
  description: "A reference to what you may not open is answered like one to nothing.",
  query: t.Object({
    ref: t.Name({
      minLength: 1,
      maxLength: 600,
      description: "A document's link, an alias, doc:<id>, a bare id, or @workspace/alias of your workspace.",
    }),
  }),
  output: Resolved,
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query: { ref } }) => {
    const doc = await findMeant(call, ref);
    if (!doc) return { ref, found: false };
    const { doc_id, title, alias, url, visibility } = doc;
    return { ref, found: true, doc_id, title, alias, url, visibility };
  },
});

/** What a reference or an address means to the caller, who has the address from a person as a rule. */
async function findMeant(call: Call<unknown, false>, ref: string): Promise<ShownDocument | null> {
  const address = readAddress(call.runtime, ref);
  if (address?.slug !== undefined) return findServedDocument(call, address.slug);
  const { actor } = call;
  const name = address?.ref ?? ref;
  const reference = readReference(name) ?? readReference(`doc:${name}`);
  const isOwn = reference !== null && (reference.workspace ?? actor.workspace.slug) === actor.workspace.slug;
  if (!reference || !isOwn) return null;
  if ("tag" in reference.target) return null;
  const found = await findNamedDocuments(call, [reference.target]);
  return found.get(keyOf(reference) ?? "") ?? null;
}

/** An address on one of our hosts of documents: the slug that is served there, or the reference that is followed. */
function readAddress(
  { contentHosts }: Pick<Runtime, "contentHosts">,
  text: string,
): { slug?: string; ref?: string } | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || !contentHosts.named(url.host)) return null;
  const [, kind, ...rest] = url.pathname.split("/");
  if (kind === "d" && rest[0]) return { slug: rest[0] };
  return kind === "x" ? { ref: safelyDecoded(rest.join("/")) } : null;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
