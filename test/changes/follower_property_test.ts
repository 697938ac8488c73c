// Sixteen writers at once:
// a follower that only uses next_cursor ends with what a fresh reading shows, told of nothing twice.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { follow } from "./follower.ts";

const h = await openHarness({ env: { QUOTA_PUBLISH: "1000000" } });
const WRITERS = 16;

type Deed = "publish" | "edit" | "rename" | "move" | "delete" | "undelete" | "purge" | "folder" | "tags";
const deeds: fc.Arbitrary<Deed> = fc.constantFrom(
  ...([
    "publish",
    "publish",
    "edit",
    "edit",
    "rename",
    "move",
    "delete",
    "undelete",
    "purge",
    "folder",
    "tags",
  ] as const),
);

test(
  "a follower beside 16 concurrent writers ends with the state of a fresh reading",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(deeds, { minLength: 4, maxLength: 10 }), { minLength: WRITERS, maxLength: WRITERS }),
        checkFollower,
      ),
      { numRuns: pickByDepth({ small: 2, deep: 6 }), endOnFailure: true },
    );
  },
  RANDOM_MS_MAX,
);

async function checkFollower(writers: Deed[][]): Promise<void> {
  const as = await h.person();
  const wide = follow(h, as, { include_team: "true", limit: "7" });
  const own = follow(h, as, { limit: "200" });
  const pool: string[] = [];
  let running = true;
  const following = (async () => {
    while (running) await Promise.all([wide.catchUp(), own.catchUp()]);
  })();
  await Promise.all(
    writers.map(async (list, writer) => {
      for (const [step, deed] of list.entries()) {
        // Spread over the pool, so that writers meet on some documents and not on all.
        await act(as, { deed, doc: pool[(writer * 7 + step * 3) % pool.length], pool, name: `${writer}-${step}` });
      }
    }),
  );
  running = false;
  await following;
  await Promise.all([wide.catchUp(), own.catchUp()]);
  for (const [follower, query] of [
    [wide, { include_team: "true" }],
    [own, {}],
  ] as const) {
    const fresh = follow(h, as, query);
    await fresh.catchUp();
    expect(sorted(follower.state)).toEqual(sorted(fresh.state));
    // Nothing is told twice in one state.
    const said = follower.told.map((change) => JSON.stringify(change));
    expect(said.filter((one, index) => said[index - 1] === one)).toEqual([]);
  }
}

function sorted(state: Map<string, unknown>): [string, unknown][] {
  return [...state].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function act(
  as: Person,
  { deed, doc, pool, name }: { deed: Deed; doc: string | undefined; pool: string[]; name: string },
): Promise<void> {
  const at = `/api/docs/${doc}`;
  if (deed === "publish" || doc === undefined) {
    const { status, body } = await h.call("POST /api/docs", { as, json: { html: name, folder: "a" } });
    expect(status).toBe(201);
    pool.push(body.doc_id);
    return;
  }
  const calls: Record<Exclude<Deed, "publish">, () => ReturnType<typeof h.call>> = {
    edit: () => h.call(`PUT ${at}/files/index.html`, { as, json: { content: name } }),
    rename: () => h.call(`PATCH ${at}`, { as, json: { title: name } }),
    move: () => h.call(`PATCH ${at}`, { as, json: { folder: `moved/${name}` } }),
    tags: () => h.call(`PATCH ${at}`, { as, json: { tags: [name] } }),
    delete: () => h.call(`DELETE ${at}`, { as }),
    undelete: () => h.call(`POST ${at}/undelete`, { as, json: {} }),
    purge: () => h.call(`DELETE ${at}?purge=true`, { as }),
    folder: () => h.call("PATCH /api/folders", { as, json: { path: "a", new_path: `b/${name}` } }),
  };
  const { status } = await calls[deed]();
  // Others delete, purge and rename meanwhile.
  expect([200, 201, 404, 409]).toContain(status);
}
