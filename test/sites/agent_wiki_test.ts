// The wiki of an agent, beside the one that a workspace publishes:
// its navigation's pages, for whom, and nothing where no agent has one.
import { expect, test } from "bun:test";
import { giveToAgent } from "../../plugins/navigations/port.ts";
import { openSiteServer } from "./site_server.ts";

const server = await openSiteServer();
const { put, navigate, read, anna } = server;
const { database } = server.runtime;
const { workspace_id } = anna;
const wiki = `/w/@${anna.workspace}/`;
const agents = `${wiki}~support/`;
const own = await put("Book", "# Only in the book");
const answer = await put("Answers", "# How to reset\n\nPress the *elephant*. See [[other]].", { filename: "reset.md" });
const other = await put("Answers", "# Another answer", { tags: ["faq"] });
const inside = await put("Answers", "# What support may not say", { visibility: "workspace" });
await must(server.call(`PUT /api/docs/${other.doc_id}/alias`, { as: anna, json: { alias: "other" } }));
const published = await navigate([{ target: `doc:${own.doc_id}` }]);
const made = await must(server.call("POST /api/navigations", { as: anna, json: { name: "Support answers" } }));
await must(
  server.call(`PUT /api/navigations/${made.id}`, {
    as: anna,
    json: {
      version: 1,
      entries: [
        ...[answer, other, inside].map(({ doc_id }) => ({ target: `doc:${doc_id}` })),
        { target: "tag:faq", label: "FAQ" },
      ],
    },
  }),
);
async function give(navigation_id: number, agent_slug: string | null): Promise<void> {
  await database.withTransaction((sql) => giveToAgent(sql, { workspace_id, navigation_id, agent_slug }));
  // What was not written by an operation is heard of as from another server.
  await database.bus.catchUp();
}
const enable = (settings: object) => must(server.call("PUT /api/wiki-site", { as: anna, json: settings }));

test("where no agent has a navigation, and where no wiki is published, nothing is there", async () => {
  await enable({ enabled: true, navigation: published.slug });
  const missing = await read(`${wiki}~nobody/`);
  expect((await read(agents)).status).toBe(404);
  await give(made.id, "support");
  await enable({ enabled: false });
  const closed = await read(agents);
  expect([missing.status, closed.status]).toEqual([404, 404]);
  expect(closed.text.replaceAll("~support", "~nobody")).toBe(missing.text);
  await enable({ enabled: true });
});

test("an agent's wiki has the pages of its navigation, with links that stay there, and none of the other wiki", async () => {
  const home = await read(agents);
  expect([home.status, home.text.includes("Support answers")]).toEqual([200, true]);
  for (const hidden of ["may not say", inside.doc_id, "Only in the book"]) expect(home.text).not.toContain(hidden);
  expect((await read(agents + answer.doc_id)).text).toContain(`href="${agents}other"`);
  expect((await read(`${agents}tag/faq`)).text).toContain(`href="${agents}other"`);
  expect((await read(`${agents}feed.xml`)).text).toContain(`${server.content_url}${agents}other`);
  expect((await read(`${agents}search?q=elephant`)).text).toContain(agents + answer.doc_id);
  for (const path of [own.doc_id, inside.doc_id, "nothing", "tag/none"])
    expect([path, (await read(agents + path)).status]).toEqual([path, 404]);
  expect((await read(wiki + answer.doc_id)).status).toBe(404);
});

test("a page of an agent's wiki has one address", async () => {
  const led = async (path: string) => {
    const { status, headers } = await read(path);
    return [status, headers.get("location")];
  };
  expect(await led(agents.slice(0, -1))).toEqual([301, agents]);
  expect(await led(`${wiki}%7Esupport/`)).toEqual([301, agents]);
  expect(await led(agents + other.doc_id)).toEqual([301, `${agents}other`]);
  await must(server.call(`PUT /api/docs/${other.doc_id}/alias`, { as: anna, json: { alias: "answer" } }));
  await server.runtime.relay.relayAll();
  await server.runtime.jobs.runDue();
  expect(await led(`${agents}other`)).toEqual([301, `${agents}answer`]);
});

test("its pages change with its navigation, and end when that is taken from the agent or deleted", async () => {
  expect((await read(agents)).status).toBe(200);
  await give(made.id, null);
  expect((await read(agents)).status).toBe(404);
  await give(made.id, "support");
  expect((await read(agents)).status).toBe(200);
  await must(server.call(`DELETE /api/navigations/${made.id}`, { as: anna }));
  expect((await read(agents)).status).toBe(404);
});

test("an agent has one navigation, of its own workspace", async () => {
  const next = await must(server.call("POST /api/navigations", { as: anna, json: { name: "Next" } }));
  const id = Number(published.id);
  await give(id, "support");
  expect(give(next.id, "support")).rejects.toThrow('the agent "support" has a navigation already');
  await give(id, "support");
  const foreign = { workspace_id: server.eve.workspace_id, navigation_id: id, agent_slug: "mine" };
  expect(database.withTransaction((sql) => giveToAgent(sql, foreign))).rejects.toThrow("is not found");
});

async function must(answering: ReturnType<typeof server.call>) {
  const { status, body } = await answering;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
