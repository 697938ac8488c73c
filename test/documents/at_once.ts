// Writes that are sent while the turn of their workspace is taken:
// the first ones wait in Postgres, and the others for them.
import { setImmediate } from "node:timers/promises";
import { handle, type Plan, type Plugin } from "../../kernel/plugin.ts";
import { documentsPublishHook } from "../../plugins/documents/port/hooks.ts";
import { type Answer, type HarnessOptions, openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

/** So many go by themselves before others wait for them. */
export const ALONE = 2;

/** A harness that counts the writes which have been asked about, right before they are sent or wait. */
export async function openAtOnce(options: Omit<HarnessOptions, "extra"> = {}) {
  let asked = 0;
  const witness: Plugin = {
    name: "witness",
    operations: [],
    handles: () => [
      handle(documentsPublishHook, async () => {
        asked += 1;
      }),
    ],
  };
  const entry = {
    purpose: "Counts writes.",
    needs: ["documents"],
    toolset: "docs",
    editions: ["community", "cloud"] as const,
  };
  const h = await openHarness({ ...options, extra: [{ plugin: witness, entry }] });
  const { sql } = h.runtime.database;

  /** Who waits in Postgres for somebody's turn. */
  async function countWaiting(): Promise<number> {
    const [row] = await sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    return row?.["waiting"] ?? 0;
  }

  return {
    h,
    /** Sends all of them at once; with `meanwhile`, what happens while those wait which do not go by themselves. */
    sendAtOnce: async (
      { workspace_id }: Person,
      sends: readonly (() => Promise<Answer>)[],
      meanwhile: () => Promise<unknown> = async () => {},
    ): Promise<Answer[]> => {
      const held = Promise.withResolvers<void>();
      const isHeld = Promise.withResolvers<void>();
      const holding = h.runtime.database.withTransaction(async (tx) => {
        await tx`select await_turn(${workspace_id})`;
        isHeld.resolve();
        await held.promise;
      });
      await isHeld.promise;
      const before = asked;
      const first: Promise<Answer>[] = [];
      for (const send of sends.slice(0, ALONE)) {
        first.push(send());
        // Two that come in one turn of the loop would go together.
        await until(async () => (await countWaiting()) === first.length);
      }
      const answers = Promise.all([...first, ...sends.slice(ALONE).map((send) => send())]);
      await until(() => asked - before === sends.length);
      // Whoever was asked last has still to get from there to where it waits.
      await setImmediate();
      await meanwhile();
      held.resolve();
      await holding;
      return answers;
    },
    /** People of one new workspace. */
    openWorkspace: async (size: number, options: { plan?: Plan } = {}): Promise<[Person, ...Person[]]> => {
      const first = await h.person(options);
      const others = Array.from({ length: size - 1 }, () => h.person({ workspace_id: first.workspace_id }));
      return [first, ...(await Promise.all(others))];
    },
  };
}
