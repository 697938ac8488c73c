// What a server answers from memory while it hears nothing of the others, and after it stood still:
// nothing that was closed meanwhile.
import { afterAll, describe, expect, test } from "bun:test";
import { throughRelay } from "../harness/bus_relay.ts";
import type { Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { AS_PAGE, openReadySite } from "../sites/ready_site.ts";

const between = throughRelay();
const site = await openReadySite({ env: { TRUSTED_PROXIES: "127.0.0.1" }, reach: between.reach });
const { runtime: server, other, anna, wiki, tree } = site;
const relay = between.relay();
// Before the server, whose closing would wait for what is held.
afterAll(() => relay.release());

/** Something that is open to somebody, closed by the other server. */
interface Kind {
  name: string;
  /** Opens it again and brings it into memory; what is asked, and how it is closed. */
  open(): Promise<{ ask(): Promise<number>; close(): Promise<unknown>; closed: number }>;
}

async function change(route: string, json?: object, as: Person = anna): Promise<void> {
  const { status, body } = await other.call(route, { as, with_cookie: true, ...(json && { json }) });
  if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
}

const openFile = async (headers: Record<string, string>) => {
  const document = await server.publish({ visibility: "unlisted", html: `<h1>Plan</h1>${"<p>long</p>".repeat(300)}` });
  const close = () => change(`PATCH /api/docs/${document.doc_id}`, { visibility: "restricted" });
  const ask = async () => (await server.open(document.at, { headers })).status;
  return { ask, close, closed: 302 };
};

async function openToken() {
  const person = await server.person({ workspace_id: anna.workspace_id, role: "admin" });
  const { body } = await server.call("GET /api/tokens", { as: person });
  return { person, close: () => change(`POST /api/tokens/${body.tokens[0].id}/revoke`, undefined, person) };
}

async function listTools({ token }: Person, type: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = {
    host: new URL(server.base_url).host,
    authorization: `Bearer ${token}`,
    "content-type": type,
    "content-length": String(body.length),
  };
  return (await server.fetch(new Request(`${server.base_url}/mcp`, { method: "POST", headers, body }))).status;
}

const INSIDE = { "x-forwarded-for": "198.51.100.7" };
const OUTSIDE = { "x-forwarded-for": "203.0.113.9" };

const kinds: Kind[] = [
  { name: "a file by its link", open: () => openFile({}) },
  { name: "its compressed form", open: () => openFile({ "accept-encoding": "gzip" }) },
  {
    name: "a page of a wiki",
    open: async () => {
      await site.must("PUT /api/wiki-site", { enabled: true });
      const close = () => change("PUT /api/wiki-site", { enabled: false });
      return { ask: async () => (await server.open(wiki, { headers: AS_PAGE })).status, close, closed: 404 };
    },
  },
  {
    name: "a page of a folder's site",
    open: async () => {
      await site.must("PUT /api/folder-meta?root=handbook&path=Guide", { published: true });
      const close = () => change("PUT /api/folder-meta?root=handbook&path=Guide", { published: false });
      return { ask: async () => (await server.open(tree, { headers: AS_PAGE })).status, close, closed: 404 };
    },
  },
  {
    name: "a list of tools",
    open: async () => {
      const { person, close } = await openToken();
      return { ask: () => listTools(person, "application/json"), close, closed: 401 };
    },
  },
  {
    name: "a call by token",
    open: async () => {
      const { person, close } = await openToken();
      return { ask: async () => (await server.call("GET /api/me", { as: person })).status, close, closed: 401 };
    },
  },
  {
    name: "a call by session",
    open: async () => {
      const person = await server.person({ workspace_id: anna.workspace_id, role: "admin" });
      const close = () => change(`POST /api/members/${person.user_id}/sign-out`);
      const ask = async () => (await server.call("GET /api/me", { as: person, with_cookie: true })).status;
      return { ask, close, closed: 401 };
    },
  },
  {
    name: "a right of a role",
    open: async () => {
      const person = await server.person({ workspace_id: anna.workspace_id, role: "admin" });
      const close = () => change(`PATCH /api/members/${person.user_id}`, { role: "member" });
      return {
        ask: async () => (await server.call("GET /api/workspace/tokens", { as: person })).status,
        close,
        closed: 403,
      };
    },
  },
  {
    name: "a policy's rule about networks",
    open: async () => {
      const owner = await server.person();
      const json = { ip_allowlist: ["198.51.100.0/24"] };
      const close = async () => {
        const { status } = await other.call("PUT /api/policy", { as: owner, headers: INSIDE, json });
        expect(status).toBe(200);
      };
      const ask = async () => (await server.call("GET /api/me", { as: owner, headers: OUTSIDE })).status;
      return { ask, close, closed: 403 };
    },
  },
];

const hears = () => server.runtime.database.bus.hears();

describe.each<[string, () => void]>([
  ["a bus that was silent for two seconds", () => server.clocks.run(2000, hears)],
  ["a process that stood still, before it has heard of anything", () => server.clocks.pause(600)],
])("%s", (_name, pass) => {
  test("answers nothing from memory that was closed meanwhile", async () => {
    const opened = await Promise.all(kinds.map(async ({ name, open }) => ({ name, ...(await open()) })));
    await until(hears);
    for (const { name, ask } of opened) {
      for (let times = 0; times < 3; times++) expect([name, await ask()]).toEqual([name, 200]);
    }
    relay.hold();
    try {
      for (const { close } of opened) await close();
      pass();
      for (const { name, ask, closed } of opened) expect([name, await ask()]).toEqual([name, closed]);
    } finally {
      relay.release();
    }
  });
});
