// Every list in pages: they hold each entry once and in the order of the whole list,
// and a cursor of one list is none of another.
import { describe, expect, test } from "bun:test";
import type { TSchema } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { listening } from "../notifications/listening.ts";
import { must } from "../roots/space.ts";
import { group } from "../sharing/team.ts";

const h = await openHarness();
const COUNT = 5;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const world = await fill();

/** A workspace in which every list has entries of the caller's to show. */
async function fill() {
  const as = await h.person();
  const people = [];
  for (const _ of numbers) people.push(await h.person({ role: "member", workspace_id: as.workspace_id }));
  const send = (call: string, json: Record<string, unknown>, by = as) => must(h.call(call, { as: by, json }));
  const { doc, at } = await publish(h, { html: "<h1>First</h1>", folder: "Shown" }, { as });
  for (const index of numbers) {
    h.clock.advance(1000);
    await send(`PUT ${at}/files/index.html`, { content: `<h1>Version ${index}</h1>` });
    await publish(h, { html: "x", folder: `Plans/${index}`, tags: [`tag${index}`, "same"] }, { as });
    const opened = await publish(h, { html: "x" }, { as });
    await h.call(`GET /app/d/${opened.doc.doc_id}`, { as, with_cookie: true });
    const gone = await publish(h, { html: "x" }, { as });
    await must(h.call(`DELETE ${gone.at}`, { as }));
    await send("POST /api/stars", { folder: `Plans/${index}` });
    await send("POST /api/shortcuts", { target: { folder: `Plans/${index}` }, folder: "Shown" });
    await send("POST /api/roots", { name: `Root ${index}` });
    await send("POST /api/invites", { email: `invited${index}@example.org` });
    await send("POST /api/icons", {
      name: "Dot",
      svg: `<svg xmlns="http://www.w3.org/2000/svg"><circle r="${index + 1}"/></svg>`,
    });
    await must(h.call("POST /api/tokens", { as, with_cookie: true, json: { name: `t${index}` } }));
    await group(h, `group-${index}`, index === 0 ? [as, ...people] : [as]);
    await send(`POST ${at}/comments`, { body: `Comment ${index}` });
    // Whoever is let in below does not have to ask.
    const other = people[index] ?? as;
    const subject = { subject_type: "user", subject: other.email };
    await send("POST /api/roots/root-0/access", subject);
    await send("POST /api/folders/access?path=Plans", subject);
  }
  const asked = await publish(h, { html: "x" }, { as });
  for (const by of people) {
    await send("POST /api/access-requests", { slug: asked.doc.slug }, by);
    await send(`POST ${at}/access`, { subject_type: "user", subject: by.email, level: "comment" });
    await send(`POST ${at}/comments`, { body: "And I?" }, by);
  }
  await listening(h).hear();
  const first = await must(h.call("GET /api/groups?q=group-0", { as }));
  return { as, at, asked: asked.at, doc, group: `/api/groups/${first.body.groups[0].id}` };
}

/** Each list's address, with the member of its answer that holds the entries. */
const LISTS: readonly (readonly [call: string, member: string])[] = [
  ["/api/docs?view=all", "docs"],
  ["/api/trash", "docs"],
  ["/api/me/shared", "shared"],
  ["/api/tags", "tags"],
  ["/api/members", "members"],
  ["/api/groups", "groups"],
  [`${world.group}/members`, "members"],
  ["/api/invites", "invites"],
  ["/api/tokens", "tokens"],
  ["/api/connections", "connections"],
  ["/api/workspace/tokens", "tokens"],
  ["/api/workspace/connections", "connections"],
  ["/api/stars", "stars"],
  ["/api/folders", "folders"],
  ["/api/folders?root=~", "folders"],
  ["/api/folder-view?path=Plans", "children"],
  ["/api/shortcuts?folder=Shown", "shortcuts"],
  ["/api/roots", "roots"],
  ["/api/icons", "library"],
  ["/api/notifications", "notifications"],
  ["/api/roots/root-0/access", "grants"],
  ["/api/folders/access?path=Plans", "grants"],
  [`${world.at}/comments`, "comments"],
  [`${world.at}/versions`, "versions"],
  [`${world.at}/history?path=index.html`, "history"],
  [`${world.at}/access`, "grants"],
  [`${world.asked}/access-requests`, "requests"],
  ["/api/access-requests", "requests"],
  ["/api/me/recent", "recent"],
  ["/api/search?q=x", "results"],
  ["/api/search/ranked?q=x", "results"],
];

const at = (call: string, query: string) => `GET ${call}${call.includes("?") ? "&" : "?"}${query}`;

async function walk(call: string, member: string, size: number) {
  const entries: ParsedBody[] = [];
  const cursors: string[] = [];
  let cursor = "";
  do {
    const { body } = await must(h.call(at(call, `limit=${size}${cursor && `&cursor=${cursor}`}`), { as: world.as }));
    expect(body[member].length).toBeLessThanOrEqual(size);
    entries.push(...body[member]);
    cursor = body.next_cursor ?? "";
    if (cursor) cursors.push(cursor);
  } while (cursor);
  return { entries, cursors };
}

describe("in pages of two and of three", () => {
  test.each(LISTS)("%s holds what the whole list holds, in its order", async (call, member) => {
    const whole = await must(h.call(`GET ${call}`, { as: world.as }));
    expect(whole.body.next_cursor).toBeUndefined();
    // Connections need a program, and nobody here has one.
    expect(whole.body[member].length).toBeGreaterThanOrEqual(call.endsWith("/connections") ? 0 : COUNT);
    for (const size of [2, 3]) expect((await walk(call, member, size)).entries).toEqual(whole.body[member]);
  });
});

test("a cursor is good for its own list alone", async () => {
  const cursors = new Map<string, string>();
  for (const [call, member] of LISTS) {
    const [first] = (await walk(call, member, 2)).cursors;
    if (first) cursors.set(call, first);
  }
  for (const [call] of LISTS) {
    const mine = cursors.get(call);
    const others = new Set([...cursors.values()].filter((cursor) => cursor !== mine));
    const foreign = [...others, "nonsense", Buffer.from('["x"]').toString("base64url"), "e30"];
    for (const cursor of foreign.filter((one) => kindOf(one) !== kindOf(mine ?? ""))) {
      const answer = await h.call(at(call, `cursor=${cursor}`), { as: world.as });
      expect([call, cursor, answer.status, answer.body.code]).toEqual([call, cursor, 400, "invalid_cursor"]);
    }
  }
});

/** The list that a cursor says that it is of; lists of one kind share it, such as all access lists. */
function kindOf(cursor: string): string {
  const read = Buffer.from(cursor, "base64url").toString();
  return /^\["([a-z-]+)",/.exec(read)?.[1] ?? cursor;
}

describe("in the catalogue", () => {
  const { entries, tools } = h.runtime.catalogue;
  const membersOf = (schema: TSchema | null) => Object.keys(schema?.["properties"] ?? {});
  /** A document's grep is cut by time and by the number of matches; the status of activity says whether, and lists nothing. */
  const CUT_OTHERWISE = ["doc.grep", "activity.status"];

  test("whatever takes a cursor takes a limit, and answers next_cursor where there is more", () => {
    const odd = entries.filter(({ id, query, output, resource }) => {
      const [asked, answered] = [membersOf(query), membersOf(output)];
      if (!asked.includes("cursor") || resource || CUT_OTHERWISE.includes(id)) return false;
      return !asked.includes("limit") || !answered.includes("next_cursor");
    });
    expect(odd.map((entry) => entry.id)).toEqual([]);
    const required = entries.filter(
      ({ query, output }) =>
        membersOf(query).includes("cursor") &&
        Array.isArray(output?.["required"]) &&
        output["required"].includes("next_cursor"),
    );
    expect(required.map((entry) => entry.id)).toEqual([]);
  });

  /** What is called a list and is cut by the length of its answer alone. */
  const WHOLE = ["list_tree", "list_files", "list_changes"];
  /** What the contract has go on behind an id instead of by a cursor. */
  const GO_ON_BY: Record<string, string> = { list_audit: "before_id" };

  test("every tool that lists takes limit and cursor", () => {
    const lists = [...tools.values()].filter(({ tool }) => tool.name.startsWith("list_") && !WHOLE.includes(tool.name));
    const short = lists.filter(({ tool, shape }) => {
      const taken = Object.keys(shape.inputSchema.properties);
      return !taken.includes("limit") || !taken.includes(GO_ON_BY[tool.name] ?? "cursor");
    });
    const advice = "spread ...paging({ maximum }) into the query and ...nextCursor into the output";
    expect(
      short.map(({ tool }) => tool.name),
      advice,
    ).toEqual([]);
  });
});

test("a tool's answer that is too long goes on by next, over the pages of its operation", async () => {
  const whole = await must(h.call("GET /api/members", { as: world.as }));
  const seen: ParsedBody[] = [];
  let next: string | undefined;
  do {
    const given = { max_chars: 1000, ...(next === undefined ? {} : { next }) };
    const { structuredContent } = await callTool(h, world.as, { name: "list_members", arguments: given });
    seen.push(...structuredContent.members);
    next = structuredContent.next;
  } while (next);
  expect(seen).toEqual(whole.body.members);
});
