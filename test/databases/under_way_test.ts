// What happens to a database while a page of it is open and an export is made: each is answered exactly, or refused.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";
import { whileWaiting } from "./waiting.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

const NAMES = ["One", "Two", "Three"];

/** A database of three records, which somebody else may read. */
async function filled(): Promise<{ made: Made; reader: Person; grant: number }> {
  const made = await makeDatabase({ as: await h.person({ role: "owner" }) });
  for (const name of NAMES) await addRecord(made, { name });
  const reader = await h.person({ workspace_id: made.as.workspace_id });
  return { made, reader, grant: await letIn(made, reader) };
}

async function letIn(made: Made, { email: subject }: Person): Promise<number> {
  const json = { subject_type: "user", subject, level: "view" };
  return (await must(h.call(`POST ${at(made)}/access`, { as: made.as, json }))).id;
}

const at = ({ doc_id }: Made) => `/api/docs/${doc_id}`;
const patch = (made: Made, json: object) => must(h.call(`PATCH ${at(made)}`, { as: made.as, json }));
const trash = (made: Made) => must(h.call(`DELETE ${at(made)}`, { as: made.as }));
const undelete = (made: Made) => must(h.call(`POST ${at(made)}/undelete`, { as: made.as }));
const hold = (made: Made) => must(h.call(`POST ${at(made)}/legal-hold`, { as: made.as, json: { on: true } }));

const end = (made: Made) => patch(made, { visibility: "unlisted", retention_days: 1 });
const pass = async () => h.clock.advance(2 * DAY_MS);

/** What happens, and how whoever reads it is answered from then on. */
const EVENTS: readonly [string, number, (made: Made) => Promise<unknown>][] = [
  ["moved to another folder", 200, (made) => patch(made, { folder: "elsewhere" })],
  ["opened to everybody", 200, (made) => patch(made, { visibility: "unlisted" })],
  ["put into the trash", 404, trash],
  ["put into the trash and taken out again", 200, async (made) => [await trash(made), await undelete(made)]],
  ["put under legal hold", 200, hold],
  ["kept by legal hold past its end", 200, async (made) => [await end(made), await hold(made), await pass()]],
  ["expired", 404, async (made) => [await end(made), await pass()]],
];

const namesOf = (records: { data: { name: string } }[]) => records.map(({ data }) => data.name);
const page = (made: Made, as: Person, more: object) =>
  h.call(`POST ${made.in}/query`, { as, json: { limit: 1, sort: "name", ...more } });
const take = (made: Made, as: Person) => h.call(`GET ${made.at}/export`, { as });
/** Nobody reads a record. */
const RECORDS = { table: "database_records", mode: "access exclusive" } as const;
const exported = ({ bytes }: Answer) => namesOf(JSON.parse(new TextDecoder().decode(bytes)).tables[0].records);

test.each(EVENTS)(
  "a database that is %s under an open page answers %d to its cursor",
  async (_name, status, happen) => {
    const { made, reader } = await filled();
    const first = await must(page(made, reader, {}));
    expect(namesOf(first.records)).toEqual(["One"]);
    await happen(made);
    const second = await page(made, reader, { cursor: first.next_cursor });
    expect(second.status).toBe(status);
    expect(status === 200 ? [namesOf(second.body.records), second.body.total] : second.body.records).toEqual(
      status === 200 ? [["Three"], 3] : undefined,
    );
  },
);

test.each(EVENTS)(
  "an export that runs while the database is %s is whole, and the next is answered %d",
  async (name, status, happen) => {
    const { made, reader } = await filled();
    let happening: Promise<unknown> = Promise.resolve();
    const work = async () => {
      happening = happen(made);
      // A hold looks for the documents that records name, and waits beside the export.
      if (!name.includes("legal hold")) await happening;
    };
    const answer = await whileWaiting(h, RECORDS, { start: () => take(made, reader), work });
    await happening;
    expect([answer.status, exported(answer)]).toEqual([200, NAMES]);
    const next = await take(made, reader);
    expect([next.status, next.status === 200 ? exported(next) : null]).toEqual([status, status === 200 ? NAMES : null]);
  },
);

test("who is let in goes on with somebody else's cursor, and whoever is put out gets no more of it", async () => {
  const { made, reader, grant } = await filled();
  const { next_cursor: cursor } = await must(page(made, made.as, {}));
  expect(namesOf((await must(page(made, reader, { cursor }))).records)).toEqual(["Three"]);
  await must(h.call(`DELETE /api/access/${grant}`, { as: made.as }));
  expect([(await page(made, reader, { cursor })).status, (await take(made, reader)).status]).toEqual([404, 404]);
  await letIn(made, reader);
  expect(namesOf((await must(page(made, reader, { cursor }))).records)).toEqual(["Three"]);
});

test("a record that is written while an export runs is in the next one alone", async () => {
  const { made, reader } = await filled();
  const written: Promise<unknown>[] = [];
  const answer = await whileWaiting(h, RECORDS, {
    start: () => take(made, reader),
    work: async () => void written.push(addRecord(made, { name: "Four" })),
  });
  await Promise.all(written);
  expect([exported(answer), exported(await take(made, reader))]).toEqual([NAMES, [...NAMES, "Four"]]);
});
