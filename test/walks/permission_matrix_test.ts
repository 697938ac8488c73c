// Every operation as every kind of caller, compared with a table that a reviewer can read; and that refusals do not tell what exists.
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { sampleByDepth } from "../harness/depth.ts";
import { expectGolden, isRenewing, staleMessage } from "../harness/golden.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUT_FILES } from "../permission/inputs.ts";
import { compareAnswers, mustNotLearn } from "../permission/leaks.ts";
import { fillTables, findStale, findUntold, freshStage, nameRows, readRows, showTables } from "../permission/matrix.ts";
import { openStage } from "../permission/stage.ts";

const GOLDEN = new URL("./permission_matrix.md", import.meta.url);
const UNLIMITED = 1_000_000;

/** Nothing here is about counting, and every call comes from one address. */
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });

/** Each test calls every operation as everybody: deep a minute and a half on a quiet machine, and on a busy one ten times that. */
const MS_MAX = 20 * 60_000;

test("every operation of the catalogue has an input, and every input an operation", () => {
  expect(findUntold(h), `add the least valid input of each to ${INPUT_FILES}`).toEqual([]);
  expect(findStale(h), "these inputs belong to no operation any more").toEqual([]);
});

test("a read gets a document of the kind that its input asks for, as a write does", async () => {
  const stage = await openStage(h, "My documents");
  const document = { route: "POST /api/snippets", json: { content: "1\n" } };
  for (const id of ["doc.get", "doc.update"]) {
    const entry = h.runtime.catalogue.byId.get(id);
    if (!entry) throw new Error(`there is no operation ${id}`);
    const { doc } = await freshStage(stage, entry, { make: () => ({}), document });
    expect([id, doc.kind]).toEqual([id, "snippet"]);
  }
});

test("the golden file permission_matrix.md has a row for every operation and no other", async () => {
  const rows = readRows(showTables(nameRows(h.runtime.catalogue.entries)));
  const golden = readRows(await Bun.file(GOLDEN).text());
  if (!isRenewing) expect([...golden.keys()], staleMessage(GOLDEN)).toEqual([...rows.keys()]);
});

test(
  "every operation answers every caller as the golden file permission_matrix.md says",
  async () => {
    const { entries } = h.runtime.catalogue;
    const asked = isRenewing ? entries : sampleByDepth(entries, 3);
    const shown = showTables(await fillTables(h, asked));
    if (asked.length === entries.length) return expectGolden(GOLDEN, shown);
    const golden = readRows(await Bun.file(GOLDEN).text());
    const rows = readRows(shown);
    const committed = new Map([...rows.keys()].map((name) => [name, golden.get(name) ?? "no row"]));
    expect(rows, staleMessage(GOLDEN)).toEqual(committed);
  },
  MS_MAX,
);

test(
  "no answer tells a document that is closed from one that never was, in bytes or in statements",
  async () => {
    const told: string[] = [];
    for (const where of ["My documents", "a shared root"] as const) {
      const stage = await openStage(h, where);
      for (const entry of h.runtime.catalogue.entries) {
        for (const caller of mustNotLearn(entry)) {
          const { closed, unknown } = await compareAnswers(stage, entry, caller);
          const name = `${entry.id} on a document in ${where}, as ${caller}`;
          if (closed.status !== 404 && closed.status !== unknown.status) told.push(`${name}: ${closed.status}`);
          if (JSON.stringify(closed) !== JSON.stringify(unknown)) {
            told.push(`${name}: ${JSON.stringify(closed)} is not ${JSON.stringify(unknown)}`);
          }
        }
      }
    }
    expect(told).toEqual([]);
  },
  MS_MAX,
);
