// Many writers on one document:
// whatever they do at once, its history is one line and nothing that was accepted is lost.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { type Answer, openHarness } from "../harness/harness.ts";
import { publish } from "./published.ts";

const h = await openHarness();

/** One write of one writer; `base` says which version it claims to be made on. */
interface Write {
  path: string;
  content: string;
  base: "none" | "fresh" | "stale";
  by: "put" | "patch" | "form";
}

const writeOf: fc.Arbitrary<Write> = fc.record({
  path: fc.constantFrom("index.html", "a.css", "b/c.js"),
  // Few contents, so that writers often send what is there already.
  content: fc.constantFrom("one\n", "two\n", "one\ntwo\n", "é\n", "three"),
  base: fc.constantFrom("none", "fresh", "stale"),
  by: fc.constantFrom("put", "patch", "form"),
});

test(
  "accepted writes form one line of versions, and a refused one is told what it needs to merge",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(writeOf, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        checkHistory,
      ),
      { numRuns: pickByDepth({ small: 10, deep: 30 }), endOnFailure: true },
    );
  },
  RANDOM_MS_MAX,
);

async function checkHistory(writers: Write[][]): Promise<void> {
  const { as, at } = await publish(h, { html: "start" });
  const accepted: { version: number; changed: boolean; write: Write }[] = [];

  async function write(one: Write): Promise<void> {
    const current = (await h.call(`GET ${at}`, { as })).body.version;
    const base_version = one.base === "none" ? undefined : one.base === "fresh" ? current : Math.max(1, current - 1);
    const answer = await send(one, base_version);
    if (answer.status === 409) {
      checkConflict(answer, base_version);
    } else {
      expect([200, 201]).toContain(answer.status);
      expect(base_version === undefined || answer.body.version - base_version <= 1).toBe(true);
      accepted.push({ version: answer.body.version, changed: answer.body.changed, write: one });
    }
  }

  async function send(one: Write, base_version: number | undefined): Promise<Answer> {
    if (one.by === "patch" && one.path === "index.html") {
      return h.call(`PATCH ${at}`, { as, json: { html: one.content, base_version } });
    }
    if (one.by === "form") {
      const form = new FormData();
      form.append("files", new Blob([one.content]), one.path);
      if (base_version !== undefined) form.append("base_version", String(base_version));
      return h.call(`POST ${at}/files`, { as, form });
    }
    return h.call(`PUT ${at}/files/${one.path}`, { as, json: { content: one.content, base_version } });
  }

  await Promise.all(
    writers.map(async (writes) => {
      for (const one of writes) await write(one);
    }),
  );

  const { versions } = (await h.call(`GET ${at}/versions?limit=500`, { as })).body;
  const numbers = versions.map((entry: { version: number }) => entry.version);
  expect(numbers).toEqual(numbers.map((_: number, index: number) => numbers.length - index));
  expect((await h.call(`GET ${at}`, { as })).body.version).toBe(numbers.length);
  const states = versions.map((entry: { files: { path: string; sha256: string }[] }) =>
    JSON.stringify(entry.files.map((file) => [file.path, file.sha256])),
  );
  // Two neighbours that hold the same would be a version of nothing.
  for (const [index, state] of states.entries()) expect(state).not.toBe(states[index + 1]);
  for (const { version, write: one } of accepted) {
    const stored = await h.call(`GET ${at}/files/${one.path}?version=${version}`, { as });
    expect(stored.body).toBe(one.content);
  }
  const made = accepted.filter((one) => one.changed).map((one) => one.version);
  expect(new Set(made).size).toBe(made.length);
}

function checkConflict(answer: Answer, base_version: number | undefined): void {
  const { current_version, changed_by, diff } = answer.body;
  expect(answer.body.base_version).toBe(base_version);
  expect(current_version).toBeGreaterThan(base_version ?? Number.POSITIVE_INFINITY);
  expect(changed_by).toEndWith("@example.org");
  expect(typeof diff).toBe("string");
  if (diff !== "") expect(diff).toStartWith("--- a/");
}

test("of writers with the same fresh version exactly one gets through, every time", async () => {
  const { as, at } = await publish(h, { html: "start" });
  for (let round = 1; round <= 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        h.call(`PUT ${at}/files/index.html`, {
          as,
          json: { content: `round ${round} of ${n}\n`, base_version: round },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex((answer) => answer.status === 200);
    for (const loser of answers.filter((answer) => answer.status === 409)) {
      expect(loser.body.diff).toContain(`+round ${round} of ${winner}\n`);
    }
  }
});

test(
  "deletes, undeletes and writes at once end in one state, charged once",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("delete", "undelete", "write", "rename", "restore"), { minLength: 2, maxLength: 8 }),
        async (steps) => {
          const { as, at, doc } = await publish(h, { html: "start" });
          const answers = await Promise.all(
            steps.map((step, n) => {
              if (step === "delete") return h.call(`DELETE ${at}`, { as });
              if (step === "undelete") return h.call(`POST ${at}/undelete`, { as, json: {} });
              if (step === "rename") return h.call(`PATCH ${at}`, { as, json: { title: `T${n}` } });
              if (step === "restore") return h.call(`POST ${at}/versions/1/restore`, { as });
              return h.call(`PUT ${at}/files/index.html`, { as, json: { content: `write ${n}` } });
            }),
          );
          for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
          const { sql } = h.runtime.database;
          const [row] = await sql`
          select d.deleted_at is null as live, d.size_bytes, c.bytes, o.live as owned,
            (select count(*)::int from document_versions v where v.document_id = d.document_id) as versions, d.version
          from documents d join document_counters c using (workspace_id) join document_owners o using (workspace_id, owner_id)
          where d.doc_id = ${doc.doc_id}`;
          expect(row?.["bytes"]).toBe(row?.["live"] ? row["size_bytes"] : 0);
          expect(row?.["owned"]).toBe(row?.["live"] ? 1 : 0);
          expect(row?.["versions"]).toBe(row?.["version"]);
        },
      ),
      { numRuns: pickByDepth({ small: 10, deep: 30 }), endOnFailure: true },
    );
  },
  RANDOM_MS_MAX,
);
