// A site to take along: files that any file server serves, as a zip, or as a tar for programs.
import { type Actor, PRODUCT, Refusal, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { acceptsEncoding } from "../../../kernel/ports/http.ts";
import { tarStream, zip64Stream } from "../../bundles/port.ts";
import { operation } from "../../operation.ts";
import { isPersonal } from "../../places/port.ts";
import { findSiteHost, type SiteReader } from "../asked.ts";
import { siteEntries } from "../export/site_entries.ts";
import { folderSiteFor } from "../folder/folder_pages.ts";
import type { Visit } from "../serve.ts";
import { wikiFor } from "../wiki/wiki_pages.ts";
import { rootSlug } from "./site.ts";

const exportedRoot = t.String({
  pattern: `${rootSlug.pattern}|^~?$`,
  description: "A root's slug, ~ for My documents, or ~ and the id of whose My documents they are; none for the wiki.",
});

export const exportSite = operation({
  id: "site.export",
  route: "GET /api/wiki-site/export",
  summary: "Download a site as files for a plain file server",
  description:
    "A zip, or a tar, of the wiki, or of a published tree, with exactly what a stranger sees there, or what you do. Links are relative; its pages load nothing from elsewhere. Search is left out, and redirects are pages that lead on.",
  query: t.Object({
    root: t.Optional(exportedRoot),
    as: t.Optional(
      t.OneOf(["anonymous", "me"], { default: "anonymous", description: "Whose view: a stranger's or your own." }),
    ),
    base_url: t.Optional(
      t.String({
        maxLength: 500,
        description: "Where it will be served: adds a sitemap and lets crawlers in.",
        examples: ["https://docs.example.com/"],
      }),
    ),
    format: t.Optional(
      t.OneOf(["zip", "tar"], {
        default: "zip",
        description: "A tar is made and unpacked in less time; a program that accepts `zstd` gets it in that.",
      }),
    ),
  }),
  raw: "download",
  rules: ({ query }) => void readBase(query.base_url),
  permit: signedIn(),
  quota: "site_export",
  records: "export.site",
  refuses: [404],
  run: async (call, { query }) => {
    const { actor, runtime } = call;
    const { as = "anonymous", format = "zip" } = query;
    const root = rootOf(query.root, actor);
    const host = await findSiteHost(call, actor.workspace.slug);
    const { workspace_id } = host;
    const reader: SiteReader =
      as === "me" ? { workspace_id, actor, is_signed_in: true } : { workspace_id, actor: null, is_signed_in: false };
    // The connection of the request is long gone when the last file is read.
    const lasting = { ...call, sql: runtime.database.sql };
    const visitor = { is_known: true, origin: host.origin, sign_in: "" };
    const unasked = { person: null, wants_markdown: false, pinned: null, from: null };
    const visit: Visit = { call: lasting, host, reader, visitor, ...unasked };
    const site = await (root === null ? wikiFor(visit) : folderSiteFor(visit, root)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const what = root === null ? "wiki" : `published folder in "${root}"`;
      throw refuse.notFound(`there is no ${what} that ${as === "me" ? "you" : "strangers"} may read`);
    });
    const meta = { as, root, pages: site.pages.length };
    await call.record({ target_type: "workspace", target_id: workspace_id, meta });
    const entries = siteEntries(visit, { site, root, base_url: readBase(query.base_url) });
    const headers = {
      "content-disposition": `attachment; filename="${PRODUCT.name.toLowerCase()}-site.${format}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    };
    if (format === "zip")
      return new Response(zip64Stream(entries), { headers: { ...headers, "content-type": "application/zip" } });
    const zstd = isCompressed(call.request.headers);
    return new Response(tarStream(entries, { zstd }), {
      headers: { ...headers, "content-type": "application/x-tar", ...(zstd && { "content-encoding": "zstd" }) },
    });
  },
});

/** How addresses name the tree; null for the wiki, which is meant where no root is named at all. */
function rootOf(root: string | undefined, { user_id }: Actor): string | null {
  if (root === undefined) return null;
  return isPersonal(root) ? `~${user_id}` : root;
}

/** Not where a page of another site may have made a browser ask, whose words would stand beside what its length tells of (BREACH). */
function isCompressed(headers: Headers): boolean {
  return !headers.has("cookie") && acceptsEncoding(headers.get("accept-encoding"), "zstd");
}

/** An address with a slash at its end; null for none. Throws 400 for what is none. */
function readBase(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  const isOne =
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "" && url.hash === "";
  if (!isOne)
    throw refuse.invalid(
      `base_url ${JSON.stringify(text.slice(0, 80))} is no address of a site, such as "https://docs.example.com/"`,
    );
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
