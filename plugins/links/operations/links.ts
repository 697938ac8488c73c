// What a document refers to, what refers to it, and what a reference means (part 1, "Links and aliases").
import { signedIn, t } from "../../../kernel/mod.ts";
import {
  documentsPort,
  documentWith,
  hrefOf,
  keyOf,
  type Named,
  type PageReference,
  type Reference,
  readReference,
  type ShownDocument,
  tagHref,
} from "../../documents/port.ts";
import { operation } from "../../operation.ts";

const INBOUND_MAX = 1000;

const Outbound = t.Object({
  ref: t.String({ description: "As the source says it." }),
  path: t.String({ description: "The file of the document that it names; empty for its page." }),
  href: t.Nullable(t.String({ description: "Where it leads; null where it leads nowhere that you may open." })),
  resolved: t.Boolean(),
  doc_id: t.Nullable(t.String()),
  title: t.Nullable(t.String()),
  alias: t.Nullable(t.String()),
  url: t.Nullable(t.String()),
});

const Inbound = t.Object({
  doc_id: t.String(),
  title: t.String(),
  alias: t.Nullable(t.String()),
  url: t.String(),
  ref: t.String(),
  path: t.String({ description: "The file in which the reference stands." }),
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
  description: "Only documents that you may open are named; at most 1,000 that refer to it.",
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
    const { doc_id, alias } = subject;
    const [references, inbound] = await Promise.all([
      documents.listOutbound(sql, subject),
      documents.listInbound(sql, { actor, doc_id, alias, now, limit: INBOUND_MAX }),
    ]);
    const unique = [...new Map(references.map((one) => [one.ref, one])).values()].map(asReference);
    const found = await documents.findNamed(sql, actor, unique.flatMap(namesOf));
    const { content_url, base_url } = house.config;
    return {
      doc_id,
      alias,
      outbound: unique.map((reference) => {
        const { ref, path, target, workspace } = reference;
        if ("tag" in target) {
          const none = { doc_id: null, title: null, alias: null, url: null };
          return { ref, path, href: tagHref(base_url, target.tag), resolved: true, ...none };
        }
        const isOwn = workspace === null || workspace === actor.workspace.slug;
        return { ref, path, ...describe(isOwn ? found.get(keyOf(reference) ?? "") : undefined, path) };
      }),
      inbound: inbound.map(({ slug, ...row }) => ({ ...row, url: `${content_url}/d/${slug}/` })),
    };
  },
});

function describe(doc: ShownDocument | undefined, path: string) {
  if (!doc) return { href: null, resolved: false, doc_id: null, title: null, alias: null, url: null };
  const { doc_id, title, alias, url } = doc;
  return { href: hrefOf(url, path), resolved: true, doc_id, title, alias, url };
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
    ref: t.String({
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
