// The addresses of the content host that follow a name to its document (part 1, "Links and aliases").
import { anyone, refuse, type Sql, t } from "../../../kernel/mod.ts";
import { type Documents, documentsPort, hrefOf, readReference } from "../../documents/port.ts";
import { operation } from "../../operation.ts";

const PATH_CHARS_MAX = 1024;

export const followLink = operation({
  id: "link.follow",
  route: "GET /x/{ref}/{path...}",
  host: "content",
  summary: "Go to the document that a name means",
  description:
    "A bare alias leads somewhere when exactly one live document anywhere has it; @workspace/alias and doc:<id> always mean one.",
  params: t.Object({
    ref: t.String({ description: "An alias, doc:<id>, or @workspace with the alias after it." }),
    path: t.String({ description: "A file of the document." }),
  }),
  anonymous: true,
  permit: anyone(),
  raw: "page",
  dialect: "content",
  also: [302],
  refuses: [404, 429],
  run: async ({ house, sql, request, now, use }, { params }) => {
    const location = await locate({ sql, now, documents: use(documentsPort) }, params);
    if (location === null) {
      // Counted by address, so that nobody can try names at leisure.
      await house.quotas.take("content_missing", `ip:${request.network}`, now);
      throw refuse.notFound("not found");
    }
    return new Response(null, {
      status: 302,
      headers: {
        location: location + request.url.search,
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
      },
    });
  },
});

async function locate(
  { sql, now, documents }: { sql: Sql; now: Date; documents: Documents },
  { ref, path }: { ref: string; path: string },
): Promise<string | null> {
  const said = path === "" ? ref : `${ref}/${path}`;
  if (said.length > PATH_CHARS_MAX) return null;
  // In an address a hash can only be part of a file's name, which no reference says.
  const reference = said.includes("#") ? null : readReference(said);
  if (!reference || "tag" in reference.target) return null;
  const slug = await documents.findSlug(sql, { workspace: reference.workspace, named: reference.target, now });
  return slug === null ? null : hrefOf(`/d/${slug}/`, reference.path);
}
