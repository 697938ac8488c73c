// Writers and leases at once:
// whatever they do, every accepted write is one version of one line, and a refusal says why.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { publish } from "../documents/published.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

const h = await openHarness();

interface Step {
  what: "put" | "edit" | "patch" | "tool" | "take" | "release" | "wait";
  path: string;
  base: "none" | "fresh" | "stale";
  /** Whether the writer presents the token that somebody took last. */
  token: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom("put", "put", "edit", "patch", "tool", "take", "release", "wait"),
  path: fc.constantFrom("a.txt", "b.txt"),
  base: fc.constantFrom("none", "fresh", "stale"),
  token: fc.boolean(),
});

let marks = 0;

async function checkRun(writers: Step[][]): Promise<void> {
  const { as, at, doc } = await publish(h);
  const people: Person[] = [as];
  for (let n = 1; n < writers.length; n++) {
    const person = await h.person({ workspace_id: as.workspace_id });
    await h.call(`POST ${at}/access`, { as, json: { subject_type: "user", subject: person.email, level: "edit" } });
    people.push(person);
  }
  for (const path of ["a.txt", "b.txt"]) await h.call(`PUT ${at}/files/${path}`, { as, json: { content: "start\n" } });
  let token: string | undefined;
  const accepted: { version: number; path: string; mark: string }[] = [];

  function settle(answer: Pick<Answer, "status" | "body">, { path, mark }: { path: string; mark: string }): void {
    const { status, body } = answer;
    expect([200, 400, 409, 423]).toContain(status);
    if (status === 200 && body.changed) accepted.push({ version: body.version, path, mark });
    if (status === 409) expect(body).toMatchObject({ changed_by: expect.any(String), diff: expect.any(String) });
    if (status === 423)
      expect(body).toMatchObject({ holder: { email: expect.any(String) }, expires_at: expect.any(String) });
  }

  async function run(by: Person, one: Step): Promise<void> {
    const { path } = one;
    const mark = `mark ${++marks}\n`;
    const { version } = (await h.call(`GET ${at}`, { as: by })).body;
    const base = one.base === "none" ? {} : { base_version: one.base === "fresh" ? version : version - 1 };
    const json = { ...base, ...(one.token && token !== undefined ? { lock_token: token } : {}) };
    if (one.what === "wait") h.clock.advance(2000);
    if (one.what === "take") {
      const taken = await h.call(`POST ${at}/lock`, { as: by, json: { ttl_seconds: 3 } });
      expect([201, 423]).toContain(taken.status);
      if (taken.status === 201) token = taken.body.token;
    }
    if (one.what === "release") {
      const gone = await h.call(`DELETE ${at}/lock`, { as: by, json: { token } });
      expect([200, 404, 423]).toContain(gone.status);
    }
    if (one.what === "put")
      settle(await h.call(`PUT ${at}/files/${path}`, { as: by, json: { ...json, content: mark } }), { path, mark });
    if (one.what === "edit") {
      const replaced = { ...json, old_string: "start\n", new_string: `${mark}start\n` };
      settle(await h.call(`PATCH ${at}/files/${path}`, { as: by, json: replaced }), { path, mark });
    }
    if (one.what === "patch") {
      const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1,2 @@\n+${mark} start\n`;
      settle(await h.call(`POST ${at}/patch`, { as: by, json: { ...json, diff } }), { path, mark });
    }
    if (one.what === "tool") {
      const given = { doc_id: doc.doc_id, path, content: mark, ...json };
      const result = await callTool(h, by, { name: "write_file", arguments: given });
      const said = result.structuredContent as { version?: number; changed?: boolean } | undefined;
      if (!result.isError && said?.changed) accepted.push({ version: said.version ?? 0, path, mark });
    }
  }

  await Promise.all(
    writers.map(async (steps, n) => {
      for (const one of steps) await run(people[n] ?? as, one);
    }),
  );

  const { versions } = (await h.call(`GET ${at}/versions?limit=500`, { as })).body;
  const numbers = versions.map((entry: { version: number }) => entry.version);
  expect(numbers).toEqual(numbers.map((_: number, index: number) => numbers.length - index));
  expect(accepted.map((one) => one.version).sort((one, other) => one - other)).toEqual(
    Array.from({ length: numbers.length - 3 }, (_, index) => index + 4),
  );
  for (const { version, path, mark } of accepted) {
    const file = await h.call(`GET ${at}/files/${path}?version=${version}`, { as });
    expect(file.body).toContain(mark);
  }
}

test(
  "writers with stale, fresh and no version, and leases taken and running out, make one line of versions",
  async () => {
    const run = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 });
    const numRuns = pickByDepth({ small: 8, deep: 25 });
    await fc.assert(fc.asyncProperty(run, checkRun), { numRuns, endOnFailure: true });
  },
  RANDOM_MS_MAX,
);
