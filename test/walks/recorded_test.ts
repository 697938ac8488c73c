// What every operation does for every caller and every limited connection, recorded once:
// each rule is an assertion over the record.
import { expect, test } from "bun:test";
import { sampleByDepth } from "../harness/depth.ts";
import { expectGolden, isRenewing, staleMessage } from "../harness/golden.ts";
import { openHarness } from "../harness/harness.ts";
import { once } from "../harness/once.ts";
import { INPUT_FILES } from "../permission/inputs.ts";
import { compareAnswers, mustNotLearn } from "../permission/leaks.ts";
import { fillTables, findStale, findUntold, freshStage, nameRows, readRows, showTables } from "../permission/matrix.ts";
import { openStage } from "../permission/stage.ts";
import { unlimited } from "../permission/unlimited.ts";
import { recordElsewhere, recordWrites } from "./recorder/limited.ts";
import { openRecorder } from "./recorder/recorder.ts";
import {
  cellsOf,
  cellsOfWrites,
  changedTables,
  findChanged,
  findTold,
  LIMIT,
  showLimited,
} from "./rules/kept_to_places.ts";
import { findLetIn, findUnknownColumns, isSilent } from "./rules/letting_in.ts";
import { findWrittenByReads, findWrittenByRefusals } from "./rules/nothing_written.ts";

const MATRIX = new URL("./permission_matrix.md", import.meta.url);
const LIMITED = new URL("../oauth/limited_connections.golden.md", import.meta.url);

/** Nothing here is about counting, and every call comes from one address. */
const h = await openHarness({ manifest: unlimited });
const { entries } = h.runtime.catalogue;
const recorder = await openRecorder(h);

/** Each test may call every operation as everybody: on a busy machine that takes minutes. */
const MS_MAX = 20 * 60_000;

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const authenticated = entries.filter((entry) => !entry.anonymous || entry.identify !== null);

/** What is recorded when a rule first asks for it. */
const asked = isRenewing ? entries : sampleByDepth(entries, 3);
const recorded = {
  everybody: once(() => fillTables(recorder, asked)),
  wider: once(() => recordWrites(recorder, authenticated, { max_visibility: "workspace" })),
  as_open: once(() => recordWrites(recorder, authenticated, { max_visibility: "unlisted" })),
  own: once(() => recordElsewhere(recorder, authenticated, { where: "My documents", caller: "owner" })),
  root: once(() => recordElsewhere(recorder, authenticated, { where: "a shared root", caller: "workspace owner" })),
};

/** Every call of the matrix. */
async function everyLine() {
  return (await recorded.everybody()).flatMap(({ rows }) => rows.flatMap(({ lines }) => lines));
}

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
  const rows = readRows(showTables(nameRows(entries)));
  const golden = readRows(await Bun.file(MATRIX).text());
  if (!isRenewing) expect([...golden.keys()], staleMessage(MATRIX)).toEqual([...rows.keys()]);
});

test(
  "every operation answers every caller as the golden file permission_matrix.md says",
  async () => {
    const shown = showTables(await recorded.everybody());
    if (asked.length === entries.length) return expectGolden(MATRIX, shown);
    const golden = readRows(await Bun.file(MATRIX).text());
    const rows = readRows(shown);
    const committed = new Map([...rows.keys()].map((name) => [name, golden.get(name) ?? "no row"]));
    expect(rows, staleMessage(MATRIX)).toEqual(committed);
  },
  MS_MAX,
);

test(
  "what is refused leaves every table as it was, whoever is refused",
  async () => {
    expect(findWrittenByRefusals(await everyLine())).toEqual([]);
  },
  MS_MAX,
);

test(
  "what reads writes nothing, whoever asks",
  async () => {
    expect(findWrittenByReads(await everyLine())).toEqual([]);
  },
  MS_MAX,
);

test(
  "a write that says that nobody reads more lets nobody in, whoever calls it and by whatever credential",
  async () => {
    const columns = await h.runtime.database.sql<{ name: string }[]>`
      select concat(table_name, '.', column_name) as name from information_schema.columns where table_schema = 'public'`;
    expect(findUnknownColumns(new Set(columns.map(({ name }) => name)))).toEqual([]);
    const lines = await everyLine();
    expect(findLetIn(lines), "declare opens or publishes of these").toEqual([]);
    // Most have to get somewhere, or nothing would be tried.
    const silent = lines.filter(isSilent);
    const idsOf = (some: typeof lines) => new Set(some.map(({ entry }) => entry.id));
    const refused = idsOf(silent).difference(idsOf(silent.filter(({ status }) => status < 400)));
    const isWhole = asked.length === entries.length;
    expect(isWhole ? refused.size : 0, [...refused].join(", ")).toBeLessThan(idsOf(silent).size / 3);
  },
  MS_MAX,
);

test(
  "a connection limited to a visibility is refused for its limit alone, and by none on a document that is as open as that",
  async () => {
    const [wider, as_open] = [cellsOfWrites(await recorded.wider()), cellsOfWrites(await recorded.as_open())];
    expect([...wider.values()]).toContain(LIMIT);
    expect([...as_open].filter(([, cell]) => cell === LIMIT)).toEqual([]);
    expect([...wider].filter(([id, cell]) => cell !== LIMIT && cell !== as_open.get(id))).toEqual([]);
  },
  MS_MAX,
);

for (const walk of ["own", "root"] as const) {
  test(
    `a connection limited to roots learns and changes nothing of what lies elsewhere, whatever it calls: ${walk}`,
    async () => {
      const lines = await recorded[walk]();
      const advice =
        'declare no "connection_limit", or keep the permit and the queries of these to the places of the caller';
      expect(findTold(lines), advice).toEqual([]);
      expect(findChanged(lines), advice).toEqual([]);
    },
    MS_MAX,
  );
}

test("a write about the caller alone may leave rows of theirs, and none about a document or a place", async () => {
  const stage = await openStage(h, "My documents");
  const as = stage.people.owner;
  const write = async (id: string, json: object) => {
    const entry = h.runtime.catalogue.byId.get(id);
    if (!entry) throw new Error(`there is no operation ${id}`);
    const call = `${entry.method} ${entry.path}`;
    const { status, changes } = await recorder.record({ on: stage, entry, as, made: {} }, () =>
      h.call(call, { as, json }),
    );
    expect([id, status < 300]).toEqual([id, true]);
    return [changedTables(changes, { own: null }), changedTables(changes, { own: as.user_id })];
  };
  const [muted, mutedOfOthers] = await write("notification.settings.update", {
    kinds: [{ kind: "comment.resolved", email: true }],
  });
  expect([muted?.length, mutedOfOthers]).toEqual([1, []]);
  const [, starredOfOthers] = await write("star.create", { doc_id: stage.doc.doc_id });
  expect(starredOfOthers).toEqual(["stars"]);
});

test(
  "every operation answers limited connections as the golden file limited_connections.golden.md says",
  async () => {
    const writes = [cellsOfWrites(await recorded.wider()), cellsOfWrites(await recorded.as_open())];
    const elsewhere = [cellsOf(await recorded.own()), cellsOf(await recorded.root())];
    const ids = authenticated.map(({ id }) => id);
    await expectGolden(LIMITED, showLimited(ids, [...writes, ...elsewhere]));
  },
  MS_MAX,
);

test(
  "no answer tells a document that is closed from one that never was, in bytes or in statements",
  async () => {
    const told: string[] = [];
    for (const where of ["My documents", "a shared root"] as const) {
      const stage = await openStage(h, where);
      for (const entry of entries) {
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
