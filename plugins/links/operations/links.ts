// What a document refers to, what refers to it, and what a reference means (rules: links 4).

import { type Call, cursorsOf, type House, nextCursor, paging, type Static, signedIn, t } from "../../../kernel/mod.ts";
import {
  type CountedReference,
  documentAddress,
  documentWith,
  findNamedDocuments,
  findServedDocument,
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
import { hrefOf, keyOf, type PageReference, type Reference, readReference } from "../../rendering/port.ts";

/** References that one document makes, of which nothing is told beyond. */
const REFERENCES_MAX = manifest.caps.links_per_document;
/** Of both ways together. */
const PAGE_MAX = 1000;
/** References to one document that are told apart. */
const REFS_MAX = 20;

const count = t.Integer({ description: "How often it is referred to." });
const refsTold = `In which words, each once: the first ${REFS_MAX}.`;

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
  refs: t.Array(t.Object({ ref: t.String(), path: t.String(), href: t.Nullable(t.String()) }), {
    description: refsTold,
  }),
});

const Inbound = t.Object({
  doc_id: t.String(),
  title: t.String(),
  alias: t.Nullable(t.String()),
  url: t.String(),
  ref: t.String(),
  path: t.String({ description: "The file in which the reference stands." }),
  count,
  refs: t.Array(t.Object({ ref: t.String(), path: t.String() }), { description: refsTold }),
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
    "Each document is listed once, with how often it is referred to; ref, path and href are those of the first reference. Only documents that you may open are named. The pages hold the first 1,000 references that it makes, in their order, and then the documents that refer to it, by title.",
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
  reach: "places",
  run: async (call, { query }) => {
    const { doc_id, alias } = call.subject;
    const limit = query.limit ?? PAGE_MAX;
    const after = readPlace(query.cursor);
    const outbound = after && "inbound" in after ? [] : await groupsBehind(call, after?.outbound ?? -1);
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

/** Where a page ended: behind a reference that the document makes, or behind a document that refers to it. */
type LinkPlace = { outbound: number } | { inbound: InboundPlace };

const PLACES = cursorsOf<LinkPlace>("links", {
  keys: (place) => {
    if ("outbound" in place) return { position: place.outbound };
    const { sort_title, document_id } = place.inbound;
    return { sort_title, document_id };
  },
  read: (at) =>
    at.has("position")
      ? { outbound: at.id("position") }
      : { inbound: { sort_title: at.text("sort_title"), document_id: at.id("document_id") } },
});

function readPlace(cursor: string | undefined): LinkPlace | null {
  return cursor ? PLACES.read(cursor) : null;
}

type LinksCall = Pick<Call<LoadedDocument>, "subject" | "sql" | "actor" | "now" | "house">;

/** What the document refers to behind a position in its source. */
async function groupsBehind(call: LinksCall, after: number): Promise<OutboundGroup[]> {
  const { subject, sql, actor, house } = call;
  const { document_id, workspace_id } = subject;
  const references = await listOutbound(sql, { document_id, workspace_id, limit: REFERENCES_MAX });
  const counted = references.map((one) => ({ ...asReference(one), count: one.count, position: one.position }));
  const found = await findNamedDocuments(call, counted.flatMap(namesOf));
  const isOwn = ({ workspace }: Reference) => workspace === null || workspace === actor.workspace.slug;
  const groups = groupOutbound(counted, (reference) => {
    const { target, path } = reference;
    if ("tag" in target) return { ...NOWHERE, href: tagHref(house.config.base_url, target.tag), resolved: true };
    return describe(isOwn(reference) ? found.get(keyOf(reference) ?? "") : undefined, path);
  });
  return groups.filter((group) => group.position > after);
}

function inboundOf(
  { subject, sql, actor, now }: LinksCall,
  page: { after: InboundPlace | null; limit: number },
): Promise<InboundRow[]> {
  const { doc_id, alias } = subject;
  return listInbound(sql, { actor, doc_id, alias, now, ...page, refs_max: REFS_MAX });
}

function showInbound(
  { doc_id, title, alias, slug, path, count, refs }: InboundRow,
  { house, actor }: LinksCall,
): Static<typeof Inbound> {
  const url = documentAddress(house, { workspace_id: actor.workspace.id, slug });
  return { doc_id, title, alias, url, ref: refs[0] ?? "", path, count, refs: refs.map((ref) => ({ ref, path })) };
}

type Described = Pick<Static<typeof Outbound>, "href" | "resolved" | "doc_id" | "title" | "alias" | "url">;

const NOWHERE: Described = { href: null, resolved: false, doc_id: null, title: null, alias: null, url: null };

function describe(doc: ShownDocument | undefined, path: string): Described {
  if (!doc) return NOWHERE;
  const { doc_id, title, alias, url } = doc;
  return { href: hrefOf(url, path), resolved: true, doc_id, title, alias, url };
}

/** What is told of one document, and where in the source it is referred to first. */
interface OutboundGroup {
  position: number;
  row: Static<typeof Outbound>;
}

/** One row a document, and one a name that leads to none, so that what is closed to the caller looks like what is not there. */
function groupOutbound(
  references: readonly (Reference & Pick<CountedReference, "count" | "position">)[],
  describeOne: (reference: Reference) => Described,
): OutboundGroup[] {
  const groups = new Map<string, OutboundGroup>();
  for (const reference of references) {
    const { ref, path, workspace, target, position } = reference;
    const described = describeOne(reference);
    const { href, doc_id } = described;
    const key = JSON.stringify(doc_id ?? [workspace, target]);
    const group = groups.get(key) ?? { position, row: { ref, path, ...described, count: 0, refs: [] } };
    group.row.count += reference.count;
    if (group.row.refs.length < REFS_MAX) group.row.refs.push({ ref, path, href });
    groups.set(key, group);
  }
  return [...groups.values()];
}

function asReference({ ref, path, workspace, alias, doc_id, tag }: PageReference): Reference {
  const target = alias !== null ? { alias } : doc_id !== null ? { doc_id } : { tag: tag ?? "" };
  return { ref, path, workspace, target };
}

function namesOf({ target }: Reference): Named[] {
  return "tag" in target ? [] : [target];
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
  reach: "places",
  run: async (call, { query: { ref } }) => {
    const doc = await findMeant(call, ref);
    if (!doc) return { ref, found: false };
    const { doc_id, title, alias, url, visibility } = doc;
    return { ref, found: true, doc_id, title, alias, url, visibility };
  },
});

/** What a reference or an address means to the caller, who has the address from a person as a rule. */
async function findMeant(call: Call<unknown, false>, ref: string): Promise<ShownDocument | null> {
  const address = readAddress(call.house, ref);
  if (address?.slug !== undefined) return findServedDocument(call, address.slug);
  const { actor } = call;
  const name = address?.ref ?? ref;
  const reference = readReference(name) ?? readReference(`doc:${name}`);
  const isOwn = reference !== null && (reference.workspace ?? actor.workspace.slug) === actor.workspace.slug;
  if (!reference || !isOwn) return null;
  const found = await findNamedDocuments(call, namesOf(reference));
  return found.get(keyOf(reference) ?? "") ?? null;
}

/** An address on one of our hosts of documents: the slug that is served there, or the reference that is followed. */
function readAddress(
  { contentHosts }: Pick<House, "contentHosts">,
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
