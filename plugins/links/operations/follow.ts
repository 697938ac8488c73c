// The addresses of the content host that follow a name to its document (rules: links/bare_aliases).

import { anyone, type Call, isLongerThan, refuse, type Sql, t } from "../../../kernel/plugin.ts";
import { findSlug } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { hrefOf, readReference } from "../../rendering/port.ts";

const PATH_CHARS_MAX = 1024;

const ref = t.Name({ description: "An alias, doc:<id>, a bare id, or @workspace with the alias after it." });
const WORDS =
  "A bare alias leads somewhere when exactly one live document anywhere has it; @workspace/alias, doc:<id> and a bare id always mean one. On a workspace's own domain each means a document of that workspace.";

/** What both addresses have in common. */
const open = {
  host: "content",
  anonymous: true,
  permit: anyone(),
  raw: "page",
  error_format: "content",
  also: [302],
  refuses: [404, 429],
} as const;

export const followName = operation({
  ...open,
  id: "link.follow",
  route: "GET /x/{ref}",
  summary: "Go to the document that a name means",
  description: WORDS,
  params: t.Object({ ref }),
  run: (call, { params }) => follow(call, { ref: params.ref, path: "" }),
});

export const followLink = operation({
  ...open,
  id: "link.follow_path",
  route: "GET /x/{ref}/{path...}",
  summary: "Go to a file of the document that a name means",
  description: WORDS,
  params: t.Object({ ref, path: t.Name({ description: "A file of the document." }) }),
  run: (call, { params }) => follow(call, params),
});

type Asking = Pick<Call<unknown, true>, "runtime" | "sql" | "request" | "now">;

async function follow({ runtime, sql, request, now }: Asking, named: { ref: string; path: string }): Promise<Response> {
  const location = await locate({ sql, now, within: request.content_host.workspace_id }, named);
  if (location === null) {
    // Counted by address, so that nobody can try names at leisure.
    await runtime.quotas.takeFor("content_missing", { request, now });
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
}

async function locate(
  { sql, now, within }: { sql: Sql; now: Date; within: number | null },
  { ref, path }: { ref: string; path: string },
): Promise<string | null> {
  const said = path === "" ? ref : `${ref}/${path}`;
  if (isLongerThan(said, PATH_CHARS_MAX)) return null;
  // In an address a hash can only be part of a file's name, which no reference says.
  const reference = said.includes("#") ? null : (readReference(said) ?? readReference(`doc:${said}`));
  if (!reference || "tag" in reference.target) return null;
  const slug = await findSlug(sql, { workspace: reference.workspace, within, named: reference.target, now });
  return slug === null ? null : hrefOf(`/d/${slug}/`, reference.path);
}
