// Shows that a fit database passes every check and that each way of being unfit is seen by its behaviour.
import { expect, test } from "bun:test";
import { externalPostgres, findExternalPostgres, postgresKinds } from "../../test/harness/external_postgres.ts";
import type { TestDatabase } from "../../test/harness/test_postgres.ts";
import { createLog } from "../base/log.ts";
import { checkDatabase } from "./check.ts";
import { openSql } from "./sql.ts";

async function findFaults(made: TestDatabase): Promise<string[]> {
  const database = await openSql(made.target, { log: createLog("silent") });
  try {
    const before = await checkDatabase(database.sql);
    await database.sql`create extension pg_trgm`;
    const after = await checkDatabase(database.sql);
    expect(after.length).toBe(before.length + 1);
    for (const check of after) expect(check.fix).not.toBe("");
    return after.filter((check) => !check.ok).map((check) => check.name);
  } finally {
    await database.close();
    await made.drop();
  }
}

for (const kind of postgresKinds()) {
  test(`${kind.name} with UTF-8 and C.UTF-8 passes every check`, async () => {
    expect(await findFaults(await kind.createDatabase())).toEqual([]);
  });
}

const bin = findExternalPostgres();

test.skipIf(bin === null)(
  "a database with the plain C locale is refused for its letters and its trigrams",
  async () => {
    const external = await externalPostgres(bin ?? "");
    const faults = await findFaults(await external.createDatabase({ locale: "C" }));
    expect(faults).toEqual(["letters beyond ASCII", "trigrams of Chinese"]);
  },
);

test.skipIf(bin === null)("a database that is not UTF-8 is refused for its encoding", async () => {
  const external = await externalPostgres(bin ?? "");
  const made = await external.createDatabase({ locale: "C", encoding: "LATIN1" });
  const database = await openSql(made.target, { log: createLog("silent") });
  const checks = await checkDatabase(database.sql);
  await database.close();
  await made.drop();
  expect(checks.find((check) => check.name === "encoding")).toMatchObject({ ok: false, seen: "LATIN1" });
});
