// Every operation of the content host, asked on the domain of a workspace that what it serves is not of: missing there, as if it were nowhere.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/mod.ts";
import { ANNAS, type DomainHouse, EVES, openDomainHouse } from "./domain_house.ts";
import { AS_BROWSER, basic } from "./published.ts";

const house = await openDomainHouse();
const SHARED = new URL(house.content_url).host;

/** A request for something of anna's workspace that everybody may have, and one of the same kind for what is nowhere. */
interface Way {
  there: string;
  nowhere: string;
  sent?: RequestInit;
  /** The hosts that have it; without it, the shared one and the workspace's own. */
  hosts?: readonly string[];
}

const PASSWORD = "correct horse battery";

/** By the operation's id. Whoever adds an operation to the content host says here how it is asked for something of a workspace. */
const WAYS: Record<string, (house: DomainHouse) => Promise<Way>> = {
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
  "site.folder": async (own) => {
    const folder = await publishedFolder(own);
    return { there: `/w/r/general/${folder}/`, nowhere: "/w/r/general/Nowhere/", hosts: [ANNAS] };
  },
  "site.shared_folder": async (own) => {
    const site = `/w/@${own.anna.workspace}/r/general`;
    return { there: `${site}/${await publishedFolder(own)}/`, nowhere: `${site}/Nowhere/`, hosts: [SHARED] };
  },
};

/** Operations that say nothing of any workspace. */
const OF_NO_WORKSPACE = ["content.robots", "domain.probe", "site.asset", "site.sign_in", "site.signed_in"];
/** Operations of both hosts, which answer on every name. */
const ON_EVERY_NAME = ["health.live", "health.ready", "health.security_contact", "health.status"];

const entries = house.house.catalogue.entries.filter(({ path }) => path !== null);

test("every operation of the content host is in the table, or says nothing of a workspace", () => {
  const own = entries.filter(({ host }) => host === "content").map(({ id }) => id);
  expect([...Object.keys(WAYS), ...OF_NO_WORKSPACE].sort()).toEqual(own.sort());
  expect(entries.flatMap(({ id, host }) => (host === "both" ? [id] : [])).sort()).toEqual(ON_EVERY_NAME);
});

test("what every operation serves of a workspace is on its own domain and the shared host, and on no other's domain", async () => {
  for (const [id, wayTo] of Object.entries(WAYS)) {
    const { there, nowhere, sent = {}, hosts = [SHARED, ANNAS] } = await wayTo(house);
    // What leads nowhere is counted by the minute.
    house.clock.advance(MINUTE_MS);
    for (const host of hosts) {
      const { status } = await house.at(host, there, sent);
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

test("no operation of the app host answers on a domain", async () => {
  const missing = await ask(ANNAS, "/nowhere");
  const authorization = `Bearer ${house.anna.token}`;
  for (const { id, method, path, host } of entries) {
    if (host !== "app") continue;
    const address = (path ?? "").replace(/\{[^}]*\}/g, "1");
    const answer = await ask(ANNAS, address, { method: method ?? "GET", headers: { authorization } });
    expect([id, answer.status]).toEqual([id, 404]);
    expect([id, answer]).toEqual([id, missing]);
  }
});

async function named({ publish, call, anna }: DomainHouse, alias: string): Promise<string> {
  const { doc_id } = await publish({ visibility: "unlisted" });
  await call(`PUT /api/docs/${doc_id}/alias`, { as: anna, json: { alias, force: true } });
  return alias;
}

async function publishedFolder({ call, anna }: DomainHouse): Promise<string> {
  const json = { html: "<p>open</p>", visibility: "unlisted", root: "general", folder: "Guide" };
  await call("POST /api/docs", { as: anna, json });
  await call("PUT /api/folder-meta?root=general&path=Guide", { as: anna, json: { published: true } });
  return "Guide";
}

/** An answer without what differs from request to request, and without its own address. */
async function ask(host: string, path: string, sent: RequestInit = {}) {
  const response = await house.at(host, path, sent);
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const body = (await response.text()).replaceAll(encodeURIComponent(path), "").replace(/"request_id":"[^"]+"/, "");
  return { status: response.status, headers, body };
}
