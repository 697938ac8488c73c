// Pages of a folder's view hold what the whole of it holds, whatever its names, its order and who asks.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

const TITLES = [
  ...[
    "10 end",
    "2 middle",
    "007",
    "7",
    "b",
    "A",
    "Chapter 9",
    "chapter 10",
    "chapter 09b",
    "Ärger",
    "äpfel",
    "ß",
    "İstanbul",
  ],
  ...[
    "\u{1f600} face",
    "\ufb01 ligature",
    "\ue000 private",
    "\u{10fffe} last",
    "99999999999999999999999 x",
    "1".repeat(120),
    "same",
    "same",
  ],
  ...["1a".repeat(100), "\u4e2d\u6587 2", "\u4e2d\u6587 10"],
];

type Key = string;

async function viewWhole(as: Person, path: string): Promise<{ keys: Key[]; stats: unknown }> {
  const { body } = await must(h.call(`GET /api/folder-view?root=plans&path=${path}`, { as }));
  return { keys: body.children.map((child: { key: Key }) => child.key), stats: body.stats };
}

async function viewInPages(as: Person, path: string, limit: number): Promise<Key[]> {
  const keys: Key[] = [];
  let cursor = "";
  do {
    const at = `root=plans&path=${path}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await must(h.call(`GET /api/folder-view?${at}`, { as }));
    expect(body.children.length).toBeLessThanOrEqual(limit);
    keys.push(...body.children.map((child: { key: Key }) => child.key));
    cursor = body.next_cursor ?? "";
  } while (cursor !== "");
  return keys;
}

test("pages of a folder's view have each child once and in order, for who may open all of it and for who may not", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "view" });
  const made = new Map<string, string>();
  for (const [number, title] of TITLES.entries()) {
    const visibility = number % 3 === 0 ? "workspace" : "restricted";
    const { doc_id } = await put(h, space.owner, { title, root: "plans", folder: "f", visibility });
    made.set(doc_id, title);
    if (number % 5 === 1) {
      const json = { subject_type: "user", subject: space.member.email, level: "view" };
      await must(h.call(`POST /api/docs/${doc_id}/access`, { as: space.owner, json }));
    }
  }
  await put(h, space.owner, { title: "below", root: "plans", folder: "f/chapter 9c" });
  const check = async () => {
    for (const as of [space.owner, space.member]) {
      const whole = await viewWhole(as, "f");
      for (const limit of [1, 4, 26]) expect(await viewInPages(as, "f", limit)).toEqual(whole.keys);
    }
  };
  await check();
  const titles = (await viewWhole(space.member, "f")).keys.map((key) => made.get(key.slice(2)) ?? key);
  const placeOf = (title: string) => titles.indexOf(title);
  expect(titles).toHaveLength(TITLES.length + 1);
  for (const [one, other] of [
    ["2 middle", "007"],
    ["007", "10 end"],
    ["10 end", "1".repeat(120)],
    ["A", "b"],
    ["Chapter 9", "chapter 09b"],
    ["chapter 09b", "f:chapter 9c"],
    ["f:chapter 9c", "chapter 10"],
    ["\u4e2d\u6587 2", "\u4e2d\u6587 10"],
    ["\ue000 private", "\u{1f600} face"],
    ["\ufb01 ligature", "\u{1f600} face"],
    ["\u{1f600} face", "\u{10fffe} last"],
  ] as const) {
    expect([one, other, placeOf(one) < placeOf(other)]).toEqual([one, other, true]);
  }
  const [first = "", second = ""] = [...made.keys()].slice(3, 5);
  const json = { child_order: [`d:${second}`, "f:chapter 9c", `d:${first}`, "d:doc_none"] };
  await must(h.call("PUT /api/folder-meta?root=plans&path=f", { as: space.owner, json }));
  expect((await viewWhole(space.owner, "f")).keys.slice(0, 3)).toEqual([`d:${second}`, "f:chapter 9c", `d:${first}`]);
  await check();
  // Closed to the member, who sees what is open to all members and what is given to them.
  const closed = { subject_type: "user", subject: space.creator.email, level: "view", folder: "f" };
  await must(h.call("POST /api/roots/plans/access", { as: space.owner, json: closed }));
  await check();
  const open = TITLES.filter((_, number) => number % 3 === 0 || number % 5 === 1).length;
  // Grants of its own narrow what is open to the workspace, and name the member here.
  expect((await viewWhole(space.member, "f")).stats).toMatchObject({ docs: open, skipped: TITLES.length - open });
  expect((await viewWhole(space.owner, "f")).stats).toMatchObject({ docs: TITLES.length, skipped: 0 });
});

test("a cursor of the view that nobody gave out is refused or answered, and never fails", async () => {
  const space = await openSpace(h);
  await put(h, space.owner, { title: "one", root: "plans", folder: "f" });
  for (const at of [
    [0, "\0", "d:x"],
    [0, "a", "d:\0"],
    [0, "\ud800", "\udfff"],
    [0, 1, 2],
    [0],
    ["x", "y", "z"],
    [-1, "", ""],
  ]) {
    const cursor = Buffer.from(JSON.stringify(["folder-view", { at }])).toString("base64url");
    const { status } = await h.call(`GET /api/folder-view?root=plans&path=f&cursor=${cursor}`, { as: space.owner });
    expect([200, 400]).toContain(status);
  }
});
