// GET /api/docs: what each view holds, every filter, pages that survive writes, and queries that make no sense.
import { describe, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { publish } from "./published.ts";

const h = await openHarness();

type Item = Record<string, unknown> & { title: string };

async function list(as: Person, query = ""): Promise<Item[]> {
  return (await h.call(`GET /api/docs${query}`, { as })).body.docs;
}

const titles = (items: Item[]) => items.map((item) => item.title);

/** Documents of one owner, each a second younger than the one before. */
async function publishAll(as: Person, all: Record<string, unknown>[]): Promise<void> {
  for (const json of all) {
    h.clock.advance(1000);
    await publish(h, { html: "x", ...json }, { as });
  }
}

const START = h.clock.now();

async function filed(): Promise<Person> {
  h.clock.set(START);
  const as = await h.person();
  await publishAll(as, [
    { title: "top", tags: ["a"] },
    { title: "plans", folder: "Plans", tags: ["a", "b"] },
    { title: "deep", folder: "Plans/2026", tags: ["b"] },
    { title: "other", folder: "Plans 2" },
    { title: "case", folder: "plans" },
  ]);
  return as;
}

describe("my documents", () => {
  const cases: [query: string, wanted: string[]][] = [
    ["", ["case", "other", "deep", "plans", "top"]],
    ["?folder=", ["top"]],
    ["?folder=&recursive=true", ["case", "other", "deep", "plans", "top"]],
    ["?folder=Plans", ["plans"]],
    ["?folder=/Plans/", ["plans"]],
    ["?folder=Plans&recursive=true", ["deep", "plans"]],
    ["?folder=Plans&recursive=1", ["deep", "plans"]],
    ["?folder=Nowhere", []],
    ["?tag=a", ["plans", "top"]],
    ["?tag=A", ["plans", "top"]],
    ["?tag=b&folder=Plans", ["plans"]],
    ["?tag=none", []],
    ["?root=~", ["case", "other", "deep", "plans", "top"]],
    ["?unknown=1&html=x", ["case", "other", "deep", "plans", "top"]],
  ];
  for (const [query, wanted] of cases) {
    test(`with "${query}" are ${wanted.join(", ") || "none"}`, async () => {
      const answer = await scenario(h, {
        given: filed,
        act: (as) => ({ as, call: `GET /api/docs${query}` }),
        expect: { status: 200 },
        // A tool takes a boolean as it is; only addresses know 1.
        tools: !query.endsWith("=1"),
      });
      expect(titles(answer.body.docs)).toEqual(wanted);
      for (const item of answer.body.docs) expect(Object.keys(item)).not.toContain("owner_email");
    });
  }
});

test("a query that breaks a rule is refused in words", async () => {
  const bad: [string, number, (string | RegExp)?][] = [
    ["view=everything", 400, 'view "everything" is not allowed; use one of mine, team, all'],
    ["folder=../x", 400, /^folder segment "\.\." is not allowed/],
    ["folder=a%00", 400, /NUL/],
    ["tag=", 400, /^tag "" is not allowed/],
    ["tag=%ED%A0%80", 400],
    ["recursive=maybe", 422],
    ["limit=0", 422],
    ["limit=-1", 422],
    ["limit=1.5", 422],
    ["limit=ten", 422],
    ["limit=", 422],
    ["cursor=%7B%7D", 400, /is not one of ours/],
    [`cursor=${Buffer.from('["2026-13-01",1]').toString("base64url")}`, 400],
    [`cursor=${Buffer.from('["+275760-01-01T00:00:00Z",1]').toString("base64url")}`, 400],
    [`cursor=${Buffer.from('["2026-01-01",9007199254740993]').toString("base64url")}`, 400],
    ["root=nowhere", 404],
    ["folder=a&folder=b", 422],
  ];
  for (const [query, status, error] of bad) {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: `GET /api/docs?${query}` }),
      expect: { status, ...(error ? { error } : {}) },
      tools: !query.startsWith("folder=a&") && !query.includes("%ED"),
    });
  }
});

describe("the team's documents", () => {
  async function team() {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const visibilities = ["restricted", "unlisted", "password", "workspace"];
    await publishAll(
      owner,
      visibilities.flatMap((visibility) =>
        ["private", "team"].map((listing) => ({
          title: `${visibility} ${listing}`,
          visibility,
          listing,
          folder: "F",
          tags: ["t"],
          ...(visibility === "password" ? { password: "x" } : {}),
        })),
      ),
    );
    await publishAll(member, [{ title: "mine" }, { title: "mine listed", listing: "team" }]);
    return { owner, member };
  }

  test("are what is listed and may be opened, with their owner", async () => {
    const { owner, member } = await team();
    const items = await list(member, "?view=team");
    expect(titles(items)).toEqual(["mine listed", "workspace team", "unlisted team"]);
    expect(items[1]).toMatchObject({ owner_email: owner.email, mine: false, my_level: "view" });
    expect(items[0]).toMatchObject({ owner_email: member.email, mine: true, my_level: "own" });
    expect(titles(await list(member, "?view=team&tag=t"))).toEqual(["workspace team", "unlisted team"]);
    expect(titles(await list(member, "?view=team&folder=Nowhere"))).toHaveLength(3);
    expect(titles(await list(member, "?view=team&folder=../x"))).toHaveLength(3);
  });

  test("and one's own together are view=all, where folder counts", async () => {
    const { member } = await team();
    expect(titles(await list(member, "?view=all"))).toEqual(["mine listed", "mine", "workspace team", "unlisted team"]);
    expect(titles(await list(member, "?view=all&folder=F"))).toEqual(["workspace team", "unlisted team"]);
    expect(titles(await list(member, "?view=all&root=~"))).toEqual(["mine listed", "mine"]);
  });

  test("are nothing to another workspace", async () => {
    await team();
    expect(await list(await h.person(), "?view=all")).toEqual([]);
  });
});

/** Copies of each document of an owner, in its place and of its age. */
async function copyAll({ user_id }: Person, count: number): Promise<void> {
  await h.runtime.database.sql`
    insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
      visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
    select workspace_id, doc_id || '_' || n, slug || n, owner_id, created_by, 'many', kind, doc_type, place_id, source_path, tags,
      visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at
    from documents, generate_series(1, ${count}::int) as n where owner_id = ${user_id}`;
}

describe("pages", () => {
  test("follow each other without a gap or a repeat while others are written in between", async () => {
    const as = await h.person();
    await publishAll(
      as,
      Array.from({ length: 7 }, (_, n) => ({ title: `${n}` })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await h.call(`GET /api/docs?limit=2${cursor ? `&cursor=${cursor}` : ""}`, { as });
      seen.push(...titles(page.body.docs));
      expect(page.body.truncated).toBeUndefined();
      cursor = page.body.next_cursor;
      await publishAll(as, [{ title: "late" }]);
    } while (cursor);
    expect(seen).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
  });

  test("larger than the maximum are taken as the maximum", async () => {
    const as = await h.person();
    await publishAll(as, [{ title: "one" }]);
    expect(titles((await h.call("GET /api/docs?limit=1000000000000", { as })).body.docs)).toEqual(["one"]);
  });

  test("without a limit say when they were cut at 500", async () => {
    const as = await h.person();
    await publishAll(as, [{ title: "first" }]);
    await copyAll(as, manifest.caps.list_docs);
    const whole = await h.call("GET /api/docs", { as });
    expect(whole.body).toHaveProperty("truncated", true);
    expect(whole.body.docs).toHaveLength(500);
    const rest = await h.call(`GET /api/docs?cursor=${whole.body.next_cursor}`, { as });
    expect(rest.body.docs).toHaveLength(1);
    expect(rest.body.truncated).toBeUndefined();
  });

  test("of a root hold all of it, wherever in the workspace its documents come by age", async () => {
    const as = await h.person();
    const colleague = await h.person({ workspace_id: as.workspace_id });
    const inRoot = (title: string) => ({ title, root: "general", folder: title.startsWith("a") ? "a" : "" });
    await publishAll(as, [inRoot("a1"), inRoot("b1")]);
    await publishAll(colleague, [{ title: "elsewhere" }]);
    await copyAll(colleague, 1500);
    await publishAll(as, [inRoot("a2"), { title: "mine" }, inRoot("b2")]);
    const wanted = ["b2", "a2", "b1", "a1"];
    expect(titles(await list(as, "?root=general"))).toEqual(wanted);
    for (const limit of [1, 2, 3, 4]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await h.call(`GET /api/docs?root=general&limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`, {
          as,
        });
        seen.push(...titles(page.body.docs));
        cursor = page.body.next_cursor;
      } while (cursor);
      expect(seen).toEqual(wanted);
    }
    expect(titles(await list(as, "?root=general&folder=a"))).toEqual(["a2", "a1"]);
  });
});
