// The operations on redirects: the addresses of a workspace's sites that lead elsewhere, read and replaced as one list.
import {
  type ActionLine,
  type Actor,
  type Call,
  type Permit,
  type PermitCall,
  refuse,
  type Static,
  t,
} from "../../../kernel/plugin.ts";
import { findDocuments, findNamedDocuments } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import {
  demandStraight,
  REDIRECT_STATUSES,
  type Redirect,
  readSitePath,
  readTarget,
  writeTarget,
} from "../redirects/rules.ts";
import { readOwnHosts } from "../site.ts";
import { listRedirects, replaceRedirects } from "../store/redirects.ts";
import { findSite, holdSite, type SiteRow, updateSite } from "../store/sites.ts";

const { redirects: REDIRECTS_MAX, redirect_chars: CHARS_MAX } = manifest.caps;

const status = (description: string) => t.Integer({ minimum: 301, maximum: 308, description });

const SentRedirect = t.Closed({
  from: t.Name({ minLength: 1, maxLength: CHARS_MAX * 3, description: "The old path, behind /w/ in its address." }),
  to: t.Name({
    minLength: 1,
    maxLength: CHARS_MAX * 3,
    description:
      "doc:<id or alias>, entry:<id> of the wiki's navigation, a path on the sites, or with external an https address.",
  }),
  prefix: t.Optional(
    t.Boolean({
      description: "Everything below from goes along, and its rest behind to where that is a path or an address.",
    }),
  ),
  status: t.Optional(status("301 (the default), 302 or 308.")),
  external: t.Optional(t.Boolean({ description: "It leads to another site." })),
});

const Redirects = t.Object(
  {
    redirects: t.Array(
      t.Object({
        from: t.String(),
        to: t.String(),
        prefix: t.Boolean(),
        status: t.Integer(),
        external: t.Boolean(),
      }),
    ),
    version: t.Integer({ description: "Of the list; a change names the one that it was made on." }),
    limit: t.Integer({ description: "So many redirects at most." }),
  },
  { $id: "Redirects" },
);

export const showRedirects = operation({
  id: "wiki.redirects",
  route: "GET /api/wiki-site/redirects",
  tool: {
    name: "get_redirects",
    wording: "Read the addresses of the workspace's sites that lead elsewhere.",
    idempotent: true,
  },
  summary: "Read the redirects of the workspace's sites",
  query: t.Object({}),
  output: Redirects,
  permit: workspaceManager(),
  run: async ({ sql, actor }) => {
    const workspace_id = actor.workspace.id;
    const [redirects, site] = await Promise.all([listRedirects(sql, workspace_id), findSite(sql, workspace_id)]);
    return answer(redirects, site);
  },
});

const REDIRECTED: ActionLine = {
  since: "2026-11-23",
  on: ["workspace"],
  meta: { redirects: "integer", version: "integer", added: "array", removed: "array" },
};
/** Of the addresses that the audit log names. */
const NAMED_MAX = 20;

export const replaceAllRedirects = operation({
  id: "wiki.redirect",
  route: "PUT /api/wiki-site/redirects",
  tool: {
    name: "set_redirects",
    wording: "Replace the list of redirects, made on the version that get_redirects shows.",
    gives: ["version"],
    destructive: true,
    idempotent: true,
  },
  summary: "Replace the redirects of the workspace's sites",
  description:
    "An address that is no page leads where its redirect says, on the shared host and on domains, for the wiki and for folder sites, if the reader may open what is there; everybody else hears that nothing is there. A page always wins, then the exact path, then the longest prefix. A stale version is a 409. Aliases that documents had before need no redirect.",
  body: t.Object({
    redirects: t.Array(SentRedirect, {
      maxItems: REDIRECTS_MAX,
      description: "All of them.",
      examples: [[{ from: "old/page", to: "doc:install" }]],
    }),
    version: t.Version({ description: "That the list was read at." }),
  }),
  output: Redirects,
  rules: ({ body }) => demandStraight(body.redirects.map(readRedirect)),
  permit: managedRedirects(),
  publishes: () => "public",
  audit: {
    "wiki.redirects": {
      ...REDIRECTED,
      says: { en: "changed the redirects of the wiki", de: "hat die Weiterleitungen des Wikis geändert" },
    },
  },
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, actor, now, note } = call;
    const workspace_id = actor.workspace.id;
    const site = await holdSite(sql, { workspace_id, now });
    if (site.redirects_version !== body.version) {
      throw refuse.conflict(
        `the redirects are at version ${site.redirects_version}, your change was made on version ${body.version}; read them again and change those`,
        { code: "version_conflict", current_version: site.redirects_version },
      );
    }
    const before = await listRedirects(sql, workspace_id);
    const redirects = await nameDocuments(call, { redirects: body.redirects.map(readRedirect), before });
    await refuseOwnHosts(call, redirects);
    const [old, wanted] = [before.map(textOf), redirects.map(textOf)];
    if (old.join("\n") === wanted.join("\n")) return answer(before, site);
    await replaceRedirects(sql, workspace_id, redirects);
    const version = site.redirects_version + 1;
    await updateSite(sql, workspace_id, { redirects_version: version, updated_at: now });
    const without = (some: readonly Redirect[], others: readonly string[]) =>
      some
        .filter((one) => !others.includes(textOf(one)))
        .slice(0, NAMED_MAX)
        .map(({ from }) => from);
    const meta = {
      redirects: redirects.length,
      version,
      added: without(redirects, old),
      removed: without(before, wanted),
    };
    note("wiki.redirects", { target_type: "workspace", target_id: workspace_id, meta });
    return answer(redirects, { redirects_version: version });
  },
});

/** For owners and admins, with the wiki as it is. */
function managedRedirects(): Permit<{ actor: Actor }> {
  const manager = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call: PermitCall, input) => ({ actor: await manager.check(call, input) }),
  };
}

function answer(
  redirects: readonly Redirect[],
  { redirects_version }: Pick<SiteRow, "redirects_version">,
): Static<typeof Redirects> {
  return {
    redirects: redirects.map(({ from, to, prefix, status: code }) => ({
      from,
      to,
      prefix,
      status: code,
      external: isOutside(to),
    })),
    version: redirects_version,
    limit: REDIRECTS_MAX,
  };
}

/** Throws 400 for what breaks a rule. */
function readRedirect({
  from,
  to,
  prefix = false,
  status: code = 301,
  external = false,
}: Static<typeof SentRedirect>): Redirect {
  const known = REDIRECT_STATUSES.find((one) => one === code);
  if (!known) throw refuse.invalid(`status ${code} is not one of ${REDIRECT_STATUSES.join(", ")}`);
  const target = readTarget(to);
  if ((target.kind === "outside") !== external) {
    throw refuse.invalid(
      external
        ? `external goes with an https address; to is ${JSON.stringify(to.slice(0, 80))}`
        : `to ${JSON.stringify(to.slice(0, 80))} leads to another site; say so with external: true`,
    );
  }
  if (target.kind === "outside" && prefix && !/^https:\/\/[^?#]*\/$/.test(target.url)) {
    throw refuse.invalid(
      `to ${JSON.stringify(to.slice(0, 80))} is the beginning of addresses, so it ends with a slash`,
    );
  }
  return { from: readSitePath(from, "from"), to: writeTarget(target), prefix, status: known };
}

function isOutside(to: string): boolean {
  return readTarget(to).kind === "outside";
}

const textOf = ({ from, to, prefix, status: code }: Redirect): string => JSON.stringify([from, to, prefix, code]);

/** Documents by their ids. Throws 400 for one that the caller may not open, unless a redirect led there before. */
async function nameDocuments(
  call: Call & { actor: Actor },
  { redirects, before }: { redirects: readonly Redirect[]; before: readonly Redirect[] },
): Promise<Redirect[]> {
  const refs = [...new Set(redirects.flatMap(({ to }) => refOf(to) ?? []))];
  const known = new Set(before.map(({ to }) => to));
  const asked = refs.filter((ref) => !known.has(`doc:${ref}`));
  const byId = await findDocuments(call, asked);
  const byAlias = await findNamedDocuments(
    call,
    asked.filter((ref) => !byId.has(ref)).map((alias) => ({ alias })),
  );
  return redirects.map((redirect) => {
    const ref = refOf(redirect.to);
    if (ref === null || known.has(redirect.to)) return redirect;
    const document = byId.get(ref) ?? byAlias.get(ref) ?? byAlias.get(`doc:${ref}`);
    if (!document) throw refuse.invalid(`to "doc:${ref}" is not a document that you may open`);
    return { ...redirect, to: `doc:${document.doc_id}` };
  });
}

function refOf(to: string): string | null {
  const target = readTarget(to);
  return target.kind === "document" ? target.ref : null;
}

/** Throws 400 for an address of this workspace's sites that stands as one of another site: it could lead in a circle. */
async function refuseOwnHosts(call: Call & { actor: Actor }, redirects: readonly Redirect[]): Promise<void> {
  const own = await readOwnHosts(call);
  for (const { to } of redirects) {
    const target = readTarget(to);
    if (target.kind !== "outside" || !own.includes(new URL(target.url).host)) continue;
    throw refuse.invalid(
      `to ${JSON.stringify(to.slice(0, 80))} is at a host of your own sites; send the path behind /w/ instead`,
    );
  }
}
