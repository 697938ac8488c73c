// Where documents are given out:
// at the domain of their workspace wherever an address is told, and at the shared host as soon as it has none.
import { expect, test } from "bun:test";
import { unzip } from "../bundles/unzipped.ts";
import { newMailsOf, readOutbox } from "../harness/outbox.ts";
import { callTool } from "../harness/scenario.ts";
import { ANNAS, EVES, openDomainServer, SECOND } from "./domain_server.ts";
import { AS_BROWSER, PAGE } from "./published.ts";

const server = await openDomainServer();
const { anna, otto, eve } = server;
const newMails = newMailsOf(server.runtime);
const DAY = 86_400_000;

const fields = {
  markdown: "# Plan\n\nSee [[other]].\n",
  title: "Plan",
  visibility: "unlisted",
  listing: "team",
  folder: "a",
};
const plan = (await server.call("POST /api/docs", { as: anna, json: fields })).body;
const other = (
  await server.call("POST /api/docs", { as: anna, json: { ...fields, markdown: "[[plan]]", title: "Other" } })
).body;
for (const [doc, alias] of [
  [plan, "plan"],
  [other, "other"],
]) {
  await server.call(`PUT /api/docs/${doc.doc_id}/alias`, { as: anna, json: { alias } });
}
await server.call("POST /api/stars", { as: anna, json: { doc_id: plan.doc_id } });

/** Reads that tell addresses of both documents or of one. */
const READS: [string, object?][] = [
  ["GET /api/docs"],
  [`GET /api/docs/${plan.doc_id}`],
  [`GET /api/docs/${plan.doc_id}/rendered`],
  [`GET /api/docs/${plan.doc_id}/links`],
  [`GET /api/docs/${plan.doc_id}/grep?pattern=Plan`],
  [`GET /api/docs/${plan.doc_id}/versions`],
  ["GET /api/resolve?ref=plan"],
  ["GET /api/search?q=Plan"],
  ["GET /api/search/ranked?q=Plan"],
  ["GET /api/tree?depth=0"],
  ["GET /api/stars"],
  ["GET /api/changes"],
  ["POST /api/render/markdown", { content: "[[plan]]", doc_id: plan.doc_id }],
  [`PUT /api/docs/${plan.doc_id}/alias`, { alias: "plan" }],
  [`PATCH /api/docs/${plan.doc_id}`, { tags: ["x"] }],
  ["GET /app"],
  [`GET /app/d/${plan.doc_id}`],
];
/** Of those, the ones whose answers name no address. */
const WITHOUT = [`GET /api/docs/${plan.doc_id}/versions`, "GET /api/changes", "GET /app"];

/** The origins at which a text says that a document is. */
function originsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(https?:\/\/[^/"'\s\\]+)\/d\//g)].map((found) => found[1] ?? ""))];
}

async function toldBy(route: string, json?: object): Promise<string[]> {
  const page = route.startsWith("GET /app");
  const sent = page ? { with_cookie: true, headers: AS_BROWSER } : {};
  const answer = await server.call(route, { as: anna, ...sent, ...(json && { json }) });
  expect([route, answer.status]).toEqual([route, 200]);
  return originsIn(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
}

test("lists, search, links, rendered text and pages name the domain, and the shared host once it is withdrawn", async () => {
  for (const [withdraw, origin] of [
    [false, `https://${ANNAS}`],
    [true, server.content_url],
  ] as const) {
    if (withdraw) server.domains.take(ANNAS);
    for (const [route, json] of READS) {
      expect([route, await toldBy(route, json)]).toEqual([route, WITHOUT.includes(route) ? [] : [origin]]);
    }
    const told = await callTool(server, anna, { name: "get_link", arguments: { doc_id: plan.doc_id } });
    expect(originsIn(JSON.stringify(told))).toEqual([origin]);
  }
  server.domains.give(ANNAS, anna.workspace_id);
});

test("what was given out on a domain, on another one and on the shared host goes on working while it has a host", async () => {
  const shared = new URL(server.content_url).host;
  const { at } = await server.publish({ visibility: "unlisted" });
  server.domains.give(SECOND, anna.workspace_id);
  expect((await server.publish({})).url).toStartWith(`https://${SECOND}/d/`);
  for (const host of [shared, ANNAS, SECOND]) expect([host, (await server.at(host, at)).status]).toEqual([host, 200]);
  server.domains.take(SECOND);
  expect((await server.publish({})).url).toStartWith(`${server.content_url}/d/`);
  for (const host of [shared, ANNAS]) expect([host, (await server.at(host, at)).status]).toEqual([host, 200]);
  server.domains.give(ANNAS, anna.workspace_id);
});

test("a page links to its workspace's documents so that they open on whichever host shows it", async () => {
  const json = { ...fields, title: "Third" };
  const third = await server.call("POST /api/docs", { as: anna, json });
  for (const host of [new URL(server.content_url).host, ANNAS]) {
    const page = await (await server.at(host, new URL(third.body.url).pathname)).text();
    const href = /<a[^>]+href="(\/d\/[^"]+)"/.exec(page)?.[1] ?? "";
    expect(href).toBe(new URL(other.url).pathname);
    expect(originsIn(page)).toEqual([]);
    expect((await server.at(host, href)).status).toBe(200);
  }
});

test("bundles and the export of an account name the domain in each meta.json", async () => {
  const made = await server.call("POST /api/bundles", { as: anna, json: { folder: "a" } });
  const zips = [
    await server.call(`GET ${new URL(made.body.url).pathname}`, { as: anna }),
    await server.call("GET /api/export", { as: anna }),
  ];
  for (const zip of zips) {
    const files = Object.entries(await unzip(zip.bytes)).filter(([name]) => name.endsWith("meta.json"));
    expect(files.length).toBeGreaterThan(1);
    for (const [name, text] of files) expect([name, originsIn(text)]).toEqual([name, [`https://${ANNAS}`]]);
  }
});

test("mails name the domain: a granted request and the warning of an expiry", async () => {
  const closed = await server.publish({ visibility: "restricted" });
  await server.call("POST /api/access-requests", { as: otto, json: { slug: closed.slug } });
  const { body } = await server.call(`GET /api/docs/${closed.doc_id}/access-requests`, { as: anna });
  const [asked] = body.requests;
  await server.call(`POST /api/access-requests/${asked?.id}/decision`, { as: anna, json: { decision: "approve" } });
  await server.publish({ visibility: "unlisted", retention_days: 10 });
  await newMails();
  server.clock.advance(7 * DAY + 3_600_000);
  await newMails();
  const mails = await readOutbox(server.runtime.config.data_dir);
  const subjects = mails.filter((mail) => originsIn(mail.text).length > 0).map((mail) => mail.subject);
  expect(subjects).toEqual(["Your request for access was approved", expect.stringContaining("expires on")]);
  for (const mail of mails) expect(originsIn(mail.text)).not.toContain(server.content_url);
});

test("another workspace's documents are given out at its own", async () => {
  const theirs = await server.call("POST /api/docs", { as: eve, json: { html: PAGE } });
  expect(theirs.body.url).toBe(`https://${EVES}/d/${theirs.body.slug}/`);
});
