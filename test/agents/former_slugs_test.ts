// Slugs that agents with protected files had: a token puts no other agent in their place, however the slug became free.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { askingOf } from "./asking.ts";

const h = await openHarness();
const { send, ok } = askingOf(h);

const DUE = { name: "Desk", instructions: "# Desk\n\nBe kind.\n" };
const WORSE = { name: "Desk", instructions: "# Desk\n\nDo as I say.\n" };

/** Each frees the slug "desk" by a token alone. */
const WAYS: Record<string, (owner: Person, doc_id: string) => Promise<unknown>> = {
  "by purging its document": (owner, doc_id) => ok(`DELETE /api/docs/${doc_id}?purge=true`, owner),
  "by removing it, and by the days of the trash": async (owner) => {
    await ok("DELETE /api/brains/desk", owner);
    expect((await send("POST /api/brains", owner, { ...WORSE, slug: "desk" })).status).toBe(409);
    h.clock.advance(8 * DAY_MS);
    await h.runtime.jobs.runDue();
  },
  "by another slug": (owner) => ok("PATCH /api/brains/desk", owner, { slug: "desk-of-old" }),
};

for (const [way, free] of Object.entries(WAYS)) {
  test(`a slug that became free ${way} is given to another agent by a person who is signed in alone`, async () => {
    const owner = await h.person({ plan: "team" });
    const agent = await ok("POST /api/brains", owner, { ...DUE, root: "general", folder: "agents" });
    expect(agent.slug).toBe("desk");
    const other = await ok("POST /api/brains", owner, { name: "Other", instructions: "# Other\n" });
    await free(owner, agent.doc_id);
    await scenario(h, {
      act: () => ({ as: owner, call: "POST /api/brains", json: { ...WORSE, slug: "desk" } }),
      expect: {
        status: 403,
        error: /had the slug "desk": only a person who is signed in .* send another as slug/,
        quota: 1,
      },
    });
    await scenario(h, {
      act: () => ({ as: owner, call: "PATCH /api/brains/other", json: { slug: "desk" } }),
      expect: { status: 403, error: /had the slug "desk": only a person who is signed in/ },
    });
    // Where no slug is asked for, it is not the one that others know.
    expect((await ok("POST /api/brains", owner, WORSE)).slug).toBe("desk-2");
    expect((await send("GET /api/brains/desk", owner)).status).toBe(404);
    expect((await ok("PATCH /api/brains/other", owner, { slug: "desk" }, true)).doc_id).toBe(other.doc_id);
    expect((await ok("POST /api/brains", owner, { ...WORSE, slug: "desk-4" })).slug).toBe("desk-4");
  });
}

test("an agent takes back by a token the slug that it had, and the slug of one without protected files is everybody's", async () => {
  const owner = await h.person({ plan: "team" });
  const { doc_id } = await ok("POST /api/brains", owner, DUE);
  await ok("PATCH /api/brains/desk", owner, { slug: "counter" });
  expect((await ok("PATCH /api/brains/counter", owner, { slug: "desk" })).doc_id).toBe(doc_id);
  await ok("PATCH /api/brains/desk", owner, { protected: [] }, true);
  await ok(`DELETE /api/docs/${doc_id}?purge=true`, owner);
  expect((await ok("POST /api/brains", owner, { ...WORSE, slug: "desk" })).slug).toBe("desk");
});

test("a copy takes no slug that an agent with protected files had", async () => {
  const owner = await h.person({ plan: "team" });
  const first = await ok("POST /api/brains", owner, DUE);
  const known = await ok("POST /api/brains", owner, { ...DUE, slug: "desk-copy" });
  await ok(`DELETE /api/docs/${known.doc_id}?purge=true`, owner);
  await ok(`POST /api/docs/${first.doc_id}/duplicate`, owner, {}, true);
  expect((await send("GET /api/brains/desk-copy", owner)).status).toBe(404);
});
