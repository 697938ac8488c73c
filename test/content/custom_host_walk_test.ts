// Every operation of the content host, asked on the domain of a workspace that what it serves is not of:
// missing there, as if it were nowhere.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import type { TicketKind } from "../../plugins/forms/tickets.ts";
import { formsOf, type MadeForm } from "../forms/made.ts";
import type { Person } from "../harness/harness.ts";
import { ANNAS, type DomainServer, EVES, openDomainServer, SECOND } from "./domain_server.ts";
import { AS_BROWSER, basic } from "./published.ts";

const server = await openDomainServer();
const SHARED = new URL(server.content_url).host;

/** A request for something of anna's workspace that everybody may have, and one of the same kind for what is nowhere. */
interface Way {
  there: string;
  nowhere: string;
  sent?: RequestInit;
}

/** What goes on with an answer; any that is well formed does. */
const RESUME = "A".repeat(43);
const PASSWORD = "correct horse battery";

/** By the operation's id. Whoever adds an operation to the content host says here how it is asked for something of a workspace. */
const WAYS: Record<string, (server: DomainServer) => Promise<Way>> = {
  "doc.serve": async ({ publish }) => {
    const { at } = await publish({ visibility: "unlisted" });
    return { there: at, nowhere: "/d/nowhere/" };
  },
  "doc.unlock.show": async ({ publish }) => {
    const { at } = await publish({ visibility: "password", password: PASSWORD });
    return { there: `${at}~unlock`, nowhere: "/d/nowhere/~unlock" };
  },
  "doc.unlock": async ({ publish }) => {
    const { at } = await publish({ visibility: "password", password: PASSWORD });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const sent = { method: "POST", headers, body: new URLSearchParams({ password: PASSWORD }).toString() };
    return { there: `${at}~unlock`, nowhere: "/d/nowhere/~unlock", sent };
  },
  "link.follow": async (own) => ({ there: `/x/${await named(own, "plan")}`, nowhere: "/x/nowhere" }),
  "link.follow_path": async (own) => ({ there: `/x/${await named(own, "plan")}/a.html`, nowhere: "/x/nowhere/a.html" }),
  "icon.serve": async ({ call, anna }) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 1"/></svg>';
    const made = await call("POST /api/icons", { as: anna, json: { name: "Dot", svg } });
    const { pathname } = new URL(made.body.url);
    return { there: pathname, nowhere: pathname.replace(/\d+\.svg$/, "99999.svg") };
  },
  "doc.download.use": async ({ call, anna, publish }) => {
    const { doc_id } = await publish({});
    const made = await call(`POST /api/docs/${doc_id}/download`, { as: anna, json: {} });
    return { there: new URL(made.body.url).pathname, nowhere: "/download/nowhere" };
  },
  "form.submit": (own) => answering(own, "_submit", { data: { name: "Ann" } }, "submit"),
  "form.draft": (own) => answering(own, "_draft", { resume_token: RESUME, action: "load" }),
  "form.media": (own) => answering(own, "_media", { resume_token: RESUME, files: [] }),
  "form.upload": async (own) => uploading(own, await openForm(own)),
  "form.media.show": async (own) => {
    const form = await openForm(own);
    const { there, sent } = await uploading(own, form);
    const { file } = await (await own.at(SHARED, there, sent)).json();
    const token = await formsOf(own).ticket(form, { kind: "draft" });
    const json = { token, resume_token: RESUME, files: [file] };
    const [seen] = (await own.open(`/d/${form.slug}/_media`, { method: "POST", json })).body.files;
    const { pathname } = new URL(seen.url);
    return { there: pathname, nowhere: pathname.replace(form.slug, "nowhere") };
  },
};

/** What a page of a form sends as JSON to an address below it, by a ticket that holds. */
async function answering(own: DomainServer, rest: string, sent: object, kind: TicketKind = "draft"): Promise<Way> {
  const form = await openForm(own);
  const body = JSON.stringify({ token: await formsOf(own).ticket(form, { kind }), ...sent });
  const headers = { "content-type": "application/json" };
  return { there: `/d/${form.slug}/${rest}`, nowhere: `/d/nowhere/${rest}`, sent: { method: "POST", headers, body } };
}

async function openForm(own: DomainServer): Promise<MadeForm> {
  const { makeDatabase, makeForm } = formsOf(own);
  const fields = [
    { key: "name", type: "text" },
    { key: "files", type: "attachment" },
  ];
  return makeForm({ fields: ["name", "files"] }, await makeDatabase({ as: own.anna, fields }));
}

/** An upload of a respondent's, which may be sent again and again. */
async function uploading(own: DomainServer, { slug }: MadeForm): Promise<Way> {
  const headers = {
    "x-service-form-token": await formsOf(own).ticket({ slug }, { kind: "draft" }),
    "x-service-resume-token": RESUME,
    "x-service-filename": "a.txt",
    "x-service-upload-id": "a-stable-id",
  };
  const rest = "_media/upload/files";
  return {
    there: `/d/${slug}/${rest}`,
    nowhere: `/d/nowhere/${rest}`,
    sent: { method: "PUT", headers, body: "hello" },
  };
}

/** Operations that say nothing of any workspace. */
const OF_NO_WORKSPACE = ["content.robots", "domain.probe", "site.asset", "site.sign_in", "site.signed_in"];
/** Operations of both hosts, which answer on every name. */
const ON_EVERY_NAME = ["health.live", "health.ready", "health.security_contact", "health.status"];

const entries = server.runtime.catalogue.entries.filter(({ path }) => path !== null);
/** Sites show whoever asks the pages of the host's own workspace, so they are walked by what stands on the pages. */
const isOfSites = ({ path }: { path: string | null }) => path?.startsWith("/w/") ?? false;

test("every operation of the content host is in the table, or says nothing of a workspace", () => {
  const own = entries.filter((entry) => entry.host === "content" && !isOfSites(entry)).map(({ id }) => id);
  expect([...Object.keys(WAYS), ...OF_NO_WORKSPACE].sort()).toEqual(own.sort());
  expect(entries.flatMap(({ id, host }) => (host === "both" ? [id] : [])).sort()).toEqual(ON_EVERY_NAME);
});

test("what every operation serves of a workspace is on its own domain and the shared host, and on no other's domain", async () => {
  for (const [id, wayTo] of Object.entries(WAYS)) {
    const { there, nowhere, sent = {} } = await wayTo(server);
    // What leads nowhere is counted by the minute.
    server.clock.advance(MINUTE_MS);
    for (const host of [SHARED, ANNAS]) {
      const { status } = await server.at(host, there, sent);
      expect([id, host, status < 400]).toEqual([id, host, true]);
    }
    for (const more of [{}, AS_BROWSER, { "if-none-match": "*" }, { range: "bytes=0-1" }, basic(PASSWORD)]) {
      const headers = { ...Object.fromEntries(new Headers(sent.headers)), ...more };
      const refused = await ask(EVES, there, { ...sent, headers });
      expect([id, more, refused.status]).toEqual([id, more, 404]);
      expect([id, more, refused]).toEqual([id, more, await ask(EVES, nowhere, { ...sent, headers })]);
    }
  }
});

test("no page of a site on a domain holds a word of another workspace, whatever its address names", async () => {
  const { anna, eve } = server;
  await openWiki(anna, "Quokka");
  await openWiki(eve, "Wombat");
  const named = { root_slug: "quokka", path: "Guide/quokka", ref: "quokka", tag: "quokka", workspace: anna.workspace };
  const seen: string[] = [];
  for (const { id, path } of entries.filter(isOfSites)) {
    server.clock.advance(MINUTE_MS);
    const filled = (path ?? "").replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_whole, name) => Reflect.get(named, name) ?? "1");
    const address = `${filled}?q=quokka`;
    for (const accept of ["text/html", "*/*"]) {
      const sent = { headers: { accept } };
      // What was asked for may be said again, in the letters in which it was.
      const told = (await ask(EVES, address, sent)).body;
      expect([id, accept, told]).toEqual([id, accept, expect.not.stringContaining("Quokka")]);
      if ((await ask(ANNAS, address, sent)).body.includes("Quokka")) seen.push(id);
    }
  }
  // What the walk looks for can be seen where it belongs.
  expect(seen).toEqual(expect.arrayContaining(["site.folder", "wiki.home", "wiki.page", "wiki.search"]));
});

test("what a site kept for a name is not shown by the name's next holder", async () => {
  const { anna, eve, domains } = server;
  const home = async () => (await ask(SECOND, "/w/", { headers: AS_BROWSER })).body;
  domains.give(SECOND, anna.workspace_id, { is_default: false });
  for (const _round of [1, 2]) expect(await home()).toContain("Quokka");
  domains.give(SECOND, eve.workspace_id, { is_default: false });
  for (const _round of [1, 2]) expect(await home()).not.toContain("Quokka");
});

/** A root with a published folder and a wiki, all of whose documents bear the name. */
async function openWiki(as: Person, name: string): Promise<void> {
  const must = async (route: string, json: object) => {
    const { status, body } = await server.call(route, { as, json });
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const lower = name.toLowerCase();
  await must("POST /api/roots", { name });
  const place = { root: lower, folder: "Guide", tags: [lower], visibility: "unlisted" };
  const { doc_id } = await must("POST /api/docs", { markdown: `# ${name}\n\nThe ${name} eats.`, ...place });
  await must(`PUT /api/docs/${doc_id}/alias`, { alias: lower });
  await must(`PUT /api/folder-meta?root=${lower}&path=Guide`, { published: true });
  const navigation = await must("POST /api/navigations", { name });
  const entries = [{ target: lower }, { target: `tag:${lower}`, label: name }, { target: `folder:${lower}/Guide` }];
  await must(`PUT /api/navigations/${navigation.id}`, { version: navigation.version, entries });
  await must("PUT /api/wiki-site", { enabled: true, navigation: navigation.slug, title: name });
}

test("no operation of the app host answers on a domain", async () => {
  const missing = await ask(ANNAS, "/nowhere");
  const authorization = `Bearer ${server.anna.token}`;
  for (const { id, method, path, host } of entries) {
    if (host !== "app") continue;
    const address = (path ?? "").replace(/\{[^}]*\}/g, "1");
    const answer = await ask(ANNAS, address, { method: method ?? "GET", headers: { authorization } });
    // Its own beginning is its wiki's, whoever asks.
    if (path === "/") {
      expect([answer.status, answer.headers]).toEqual([302, expect.arrayContaining([["location", "/w/"]])]);
      continue;
    }
    expect([id, answer.status]).toEqual([id, 404]);
    expect([id, answer]).toEqual([id, missing]);
  }
});

async function named({ publish, call, anna }: DomainServer, alias: string): Promise<string> {
  const { doc_id } = await publish({ visibility: "unlisted" });
  await call(`PUT /api/docs/${doc_id}/alias`, { as: anna, json: { alias, force: true } });
  return alias;
}

/** An answer without what differs from request to request, and without its own address. */
async function ask(host: string, path: string, sent: RequestInit = {}) {
  const response = await server.at(host, path, sent);
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const body = (await response.text())
    .replaceAll(encodeURIComponent(path), "")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
  return { status: response.status, headers, body };
}
