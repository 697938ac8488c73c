// The cast of the matrix of readers:
// a workspace with a wiki and a folder site of the same documents, one of each kind, and readers of each kind.
import { unzipSync } from "fflate";
import { issueViewerCookie } from "../../kernel/ports/auth.ts";
import { openDomainsServer } from "../domains/domains_server.ts";
import type { Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

export const NAME = "docs.berg.example";

export const READERS = [
  "anonymous",
  "stranger",
  "viewer domain",
  "member",
  "shared with",
  "group member",
  "admin",
  "owner",
] as const;
export type Reader = (typeof READERS)[number];

/** How a document is open and where it stands; `word` is in its title and text, and in no other's. */
interface Case {
  what: string;
  word: string;
  part: "open" | "members" | "group" | "none";
  fields: Record<string, unknown>;
}

const CASES: readonly Case[] = [
  { what: "unlisted", part: "open", fields: {} },
  { what: "unlisted, in a part for people who are signed in", part: "members", fields: {} },
  { what: "unlisted, in a part for a group", part: "group", fields: {} },
  { what: "unlisted, on no site", part: "none", fields: {} },
  { what: "password", part: "open", fields: { visibility: "password", password: "open sesame" } },
  { what: "workspace", part: "open", fields: { visibility: "workspace" } },
  { what: "workspace, in a part for a group", part: "group", fields: { visibility: "workspace" } },
  { what: "restricted", part: "open", fields: { visibility: "restricted" } },
  { what: "restricted, shared with a person", part: "open", fields: { visibility: "restricted" } },
  { what: "restricted, shared with the group", part: "open", fields: { visibility: "restricted" } },
  { what: "unlisted, and over", part: "open", fields: {} },
  { what: "unlisted, in the trash", part: "open", fields: {} },
].map((one, at) => ({ ...one, part: one.part as Case["part"], word: `Chapter-${String.fromCharCode(97 + at)}x` }));

/** A case with its document. */
export interface Told extends Case {
  doc_id: string;
}

const FOLDERS = { open: "Book", members: "Book/Members", group: "Book/Group", none: "Drafts" } as const;

export type Cases = Awaited<ReturnType<typeof openCases>>;

export async function openCases() {
  const quotas = ["SITE_PAGE", "SITE_SEARCH", "CONTENT_MISSING", "SITE_EXPORT"];
  const env = Object.fromEntries(quotas.map((name) => [`QUOTA_${name}`, "1000000"]));
  const h = await openDomainsServer([NAME], { env });
  const owner = await h.person({ role: "owner", plan: "enterprise", email: "owner@berg.test" });
  const join = (role: "admin" | "member") => h.person({ role, workspace_id: owner.workspace_id });
  const people: Record<Exclude<Reader, "anonymous">, Person> = {
    stranger: await h.person({ role: "owner" }),
    "viewer domain": await h.person({ role: "owner", email: "guest@along.test" }),
    member: await join("member"),
    "shared with": await join("member"),
    "group member": await join("member"),
    admin: await join("admin"),
    owner,
  };
  const must = async (route: string, json?: object) => {
    const { status, body } = await h.call(route, { as: owner, ...(json && { json }) });
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  // A domain is given to whom has an address of it.
  const now = h.clock.now();
  await h.sql`update users set email = 'owner@along.test', last_sign_in_at = ${now} where user_id = ${owner.user_id}`;
  await must("PATCH /api/billing/workspace", { viewer_domains: ["along.test"] });
  await must("POST /api/roots", { name: "Handbook" });
  const group = await must("POST /api/groups", { name: "Readers" });
  await must(`POST /api/groups/${group.id}/members`, { email: people["group member"].email });
  const told: Told[] = [];
  for (const one of CASES) {
    const markdown = `# ${one.word}\n\nThe needle of ${one.word}.`;
    const put = { markdown, root: "handbook", folder: FOLDERS[one.part], visibility: "unlisted", ...one.fields };
    told.push({ ...one, doc_id: (await must("POST /api/docs", { ...put, tags: ["case"] })).doc_id });
  }
  const find = (what: string) => told.find((one) => one.what === what)?.doc_id ?? "";
  const share = (what: string, subject_type: string, subject: string) =>
    must(`POST /api/docs/${find(what)}/access`, { subject_type, subject, level: "view" });
  await share("restricted, shared with a person", "user", people["shared with"].email);
  await share("restricted, shared with the group", "group", group.slug);

  const parts = { members: { visibility: "signed_in" }, group: { visibility: "group", group: group.slug } } as const;
  const inPart = (part: Case["part"]) =>
    told.filter((one) => one.part === part).map(({ doc_id }) => ({ target: `doc:${doc_id}` }));
  const { id, slug, version } = await must("POST /api/navigations", { name: "The book" });
  const entries = [
    ...inPart("open"),
    { label: "For members", ...parts.members, children: inPart("members") },
    { label: "For the group", ...parts.group, children: inPart("group") },
  ];
  await must(`PUT /api/navigations/${id}`, { version, entries });
  const publish = (path: string, fields: object) =>
    must(`PUT /api/folder-meta?root=handbook&path=${encodeURIComponent(path)}`, { published: true, ...fields });
  await publish("Book", { view_mode: "list" });
  await publish("Book/Members", { publish_visibility: "signed_in" });
  await publish("Book/Group", { publish_visibility: "group", publish_group_id: group.id });
  await h.activate(owner, NAME);
  await must("PUT /api/wiki-site", { enabled: true, navigation: slug, title: "The Book", domain: NAME });
  const indexed = () => h.call("PUT /api/wiki-site", { as: owner, json: { indexable: true } });
  await until(async () => (await indexed()).status === 200);
  await must(`DELETE /api/docs/${find("unlisted, in the trash")}`);
  await h.sql`update documents set expires_at = ${now} where doc_id = ${find("unlisted, and over")}`;
  await h.runtime.jobs.runDue();

  /** A page of the site's own domain, or of the shared host. */
  async function read(path: string, { reader, host = NAME }: { reader: Reader; host?: string | null }) {
    const cookie = reader === "anonymous" ? null : await cookieOf(people[reader], host);
    const headers = { accept: "text/html", ...(cookie !== null && { cookie }) };
    const at = host ?? new URL(h.content_url).host;
    const ask = (address: string) =>
      h.fetch(new Request(`http://${at}${address}`, { headers: { host: at, ...headers }, redirect: "manual" }));
    const first = await ask(path);
    const location = first.headers.get("location");
    const { pathname, search } = new URL(location ?? "/", `http://${at}`);
    const answer = first.status === 301 ? await ask(pathname + search) : first;
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  /** As a browser has it that came over from the app. */
  async function cookieOf({ user_id }: Person, host: string | null): Promise<string> {
    const { runtime, clock } = h;
    const hosts = runtime.contentHosts;
    const host_key = (host === null ? hosts.shared : hosts.named(host))?.host_key ?? "";
    const [row] = await h.sql<{ epoch: number }[]>`select epoch from users where user_id = ${user_id}`;
    const since = clock.now().getTime();
    const claims = { user_id, epoch: row?.epoch ?? 0, session: "of-a-matrix", since, host_key };
    return issueViewerCookie(runtime.signer, claims, clock.now()).split(";")[0] ?? "";
  }

  /** All that a member's export of a site says, or a stranger's. */
  async function readExport(query: string, reader: Reader): Promise<string> {
    const as = reader === "anonymous" ? owner : people[reader];
    const whose = reader === "anonymous" ? "anonymous" : "me";
    const { status, bytes } = await h.call(`GET /api/wiki-site/export?as=${whose}${query}`, { as });
    if (status !== 200) return "";
    const files = unzipSync(bytes);
    return Object.entries(files)
      .map(([name, content]) => `${name}\n${new TextDecoder().decode(content)}`)
      .join("\n");
  }

  return { h, told, must, read, readExport, slug: owner.workspace };
}
