// What tests of writes that go together begin with:
// a database of several people, and its turn held so that all who write meanwhile wait.
import type { Harness, Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { withPerson } from "../sharing/team.ts";
import { databasesOf, type Made } from "./made.ts";

/** A database with a person of every kind beside its owner; `leaver` may edit, as `writer`. */
export interface SharedDatabase {
  db: Made;
  writer: Person;
  reader: Person;
  stranger: Person;
  leaver: Person;
}

/** So many looks in a row that find nothing new. */
const STILL = 8;

export function turnsOf(h: Harness) {
  const { makeDatabase, must } = databasesOf(h);
  const { sql } = h.runtime.database;

  async function makeShared(): Promise<SharedDatabase> {
    const owner = await h.person({ plan: "team" });
    const db = await makeDatabase({ as: owner });
    const inside = () => h.person({ role: "member", workspace_id: owner.workspace_id });
    const [writer, reader, leaver] = [await inside(), await inside(), await inside()];
    const share = (person: Person, level: string) =>
      must(h.call(`POST /api/docs/${db.doc_id}/access`, { as: owner, json: withPerson(person, level) }));
    for (const person of [writer, leaver]) await share(person, "edit");
    await share(reader, "view");
    return { db, writer, reader, leaver, stranger: await h.person({ plan: "team" }) };
  }

  /** Holds the database's turn until it is told to let go. */
  async function holdTurn(db: Made): Promise<() => Promise<void>> {
    const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = h.runtime.database.withTransaction(async (own) => {
      await own`select lock_database(d.document_id) from documents d where d.doc_id = ${db.doc_id}`;
      held.resolve();
      await freed.promise;
    });
    await held.promise;
    return async () => {
      freed.resolve();
      await done;
    };
  }

  /** Resolves when so many wait for a database's turn. */
  function untilWaiting(many: number): Promise<void> {
    return until(async () => {
      const [row] = await sql`
        select count(*)::int as many from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      return row?.["many"] >= many;
    });
  }

  /**
   * Resolves when the server does no more: whoever has something to write waits for the turn or behind who does. Its connections
   * are looked at until they stood still several times; between two looks every request had its turn of the loop.
   */
  async function untilStill(): Promise<void> {
    let seen = "";
    let same = 0;
    await until(async () => {
      const [row] = await sql`
        select coalesce(string_agg(concat_ws(' ', pid, state, query_start), ',' order by pid), '') as stand from pg_stat_activity
        where datname = current_database() and query not like '%pg_stat_activity%'`;
      same = row?.["stand"] === seen ? same + 1 : 0;
      seen = row?.["stand"];
      return same >= STILL;
    });
  }

  return { makeShared, holdTurn, untilWaiting, untilStill };
}
