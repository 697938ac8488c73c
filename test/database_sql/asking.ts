// A database with one record that statements are sent to.
import { expect } from "bun:test";
import { databasesOf } from "../databases/made.ts";
import type { Harness, Person } from "../harness/harness.ts";

export async function askingSql(h: Harness) {
  const databases = databasesOf(h);
  const made = await databases.makeDatabase();
  await databases.addRecord(made, { name: "One", amount: 1 });

  async function send(sql: string, { as = made.as, at = made.at }: { as?: Person; at?: string } = {}) {
    const { status, body } = await h.call(`POST ${at}/sql`, { as, json: { sql } });
    return { status, ...body };
  }

  /** Holds the database to what it held at first. */
  async function intact(): Promise<void> {
    const { rows } = await send("select name, amount from orders");
    expect(rows).toEqual([["One", 1]]);
  }

  return { ...databases, made, send, intact };
}
