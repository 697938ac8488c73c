// What a document refers to, what refers to it, and what a reference means (part 1, "Links and aliases").
import { type Static, signedIn, t } from "../../../kernel/mod.ts";
import { documentsPort, documentWith, type Named, type ShownDocument, tagHref } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { hrefOf, keyOf, type PageReference, type Reference, readReference } from "../../rendering/port.ts";

/** Documents that refer to one, and references that one makes. */
const LINKS_MAX = 1000;
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
    "Each document is listed once, with how often it is referred to; ref, path and href are those of the first reference. Only documents that you may open are named; at most 1,000 references that it makes, and 1,000 documents that refer to it.",
  output: t.Object({
    doc_id: t.String(),
    alias: t.Nullable(t.String()),
    outbound: t.Array(Outbound),
    inbound: t.Array(Inbound),
  }),
  permit: documentWith("view"),
  reach: "places",
  run: async ({ subject, sql, actor, now, use, house }) => {
    const documents = use(documentsPort);
    const { doc_id, alias, document_id, workspace_id } = subject;
    const [references, inbound] = await Promise.all([
      documents.listOutbound(sql, { document_id, workspace_id, limit: LINKS_MAX }),
      documents.listInbound(sql, { actor, doc_id, alias, now, limit: LINKS_MAX, refs_max: REFS_MAX }),
    ]);
    const counted = references.map((one) => ({ ...asReference(one), count: one.count }));
    const found = await documents.findNamed(sql, actor, counted.flatMap(namesOf));
    const isOwn = ({ workspace }: Reference) => workspace === null || workspace === actor.workspace.slug;
    const { content_url, base_url } = house.config;
    return {
      doc_id,
      alias,
      outbound: groupOutbound(counted, (reference) => {
        const { target, path } = reference;
        if ("tag" in target) return { ...NOWHERE, href: tagHref(base_url, target.tag), resolved: true };
        return describe(isOwn(reference) ? found.get(keyOf(reference) ?? "") : undefined, path);
      }),
      inbound: inbound.map(({ slug, refs, path, ...row }) => ({
        ...row,
        url: `${content_url}/d/${slug}/`,
        ref: refs[0] ?? "",
        path,
        refs: refs.map((ref) => ({ ref, path })),
      })),
    };
  },
});

type Described = Pick<Static<typeof Outbound>, "href" | "resolved" | "doc_id" | "title" | "alias" | "url">;

const NOWHERE: Described = { href: null, resolved: false, doc_id: null, title: null, alias: null, url: null };

function describe(doc: ShownDocument | undefined, path: string): Described {
  if (!doc) return NOWHERE;
  const { doc_id, title, alias, url } = doc;
  return { href: hrefOf(url, path), resolved: true, doc_id, title, alias, url };
}

/** One row a document, and one a name that leads to none, so that what is closed to the caller looks like what is not there. */
function groupOutbound(
  references: readonly (Reference & { count: number })[],
  describeOne: (reference: Reference) => Described,
): Static<typeof Outbound>[] {
  const rows = new Map<string, Static<typeof Outbound>>();
  for (const reference of references) {
    const { ref, path, workspace, target } = reference;
    const described = describeOne(reference);
    const { href, doc_id } = described;
    const key = JSON.stringify(doc_id ?? [workspace, target]);
    const row = rows.get(key) ?? { ref, path, ...described, count: 0, refs: [] };
    row.count += reference.count;
    if (row.refs.length < REFS_MAX) row.refs.push({ ref, path, href });
    rows.set(key, row);
  }
  return [...rows.values()];
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
    wording: "Find the document that an alias, doc:<id> or @workspace/alias means.",
    idempotent: true,
  },
  summary: "Find what a reference means",
  description: "A reference to what you may not open is answered like one to nothing.",
  query: t.Object({
    ref: t.Name({
      minLength: 1,
      maxLength: 600,
      description: "An alias, doc:<id>, a bare id, or @workspace/alias of your workspace.",
    }),
  }),
  output: Resolved,
  permit: signedIn(),
  reach: "places",
  run: async ({ sql, actor, use }, { query: { ref } }) => {
    const reference = readReference(ref) ?? readReference(`doc:${ref}`);
    const isOwn = reference !== null && (reference.workspace ?? actor.workspace.slug) === actor.workspace.slug;
    if (!reference || !isOwn) return { ref, found: false };
    const found = await use(documentsPort).findNamed(sql, actor, namesOf(reference));
    const doc = found.get(keyOf(reference) ?? "");
    if (!doc) return { ref, found: false };
    const { doc_id, title, alias, url, visibility } = doc;
    return { ref, found: true, doc_id, title, alias, url, visibility };
  },
});
