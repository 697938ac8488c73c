// Which copies of databases there are in the sandbox:
// each read by many statements, renewed after changes, dropped when nobody asks.
import { MINUTE_MS, type Port, port, type Runtime } from "../../kernel/plugin.ts";
import {
  type Sandbox,
  type SandboxInstance,
  SandboxLost,
  SandboxMissing,
  sharedSandbox,
} from "../../kernel/ports/sandbox.ts";
import { type LoadedDatabase, type Snapshot, withSnapshot } from "../databases/port.ts";
import { type Copy, copyDatabase, renewCopy } from "./copying.ts";
import { sandboxSettings } from "./settings.ts";

export interface Copies {
  sandbox: Sandbox;
  /**
   * Runs `work` on a copy at the instance that is no older than `of`; once more on a new one where the sandbox ended meanwhile. Null where the
   * database is gone.
   */
  use<T>(instance: SandboxInstance, of: Wanted, work: (copy: Copy) => Promise<T>): Promise<T | null>;
}

type Wanted = Pick<LoadedDatabase, "workspace_id" | "document_id" | "database">;

export const copiesPort: Port<Copies> = port("database_sql.copies");

const COPIES_MAX = 12;
const BYTES_MAX = 192 * 1024 ** 2;
const IDLE_MS = 5 * MINUTE_MS;

interface Held {
  /** Null where the database was gone. */
  made: Promise<Copy | null>;
  /** The revision that it has at least. */
  seq: number;
  /** Of the records that it was made of. */
  bytes: number;
  users: number;
  used_at: number;
}

/** Those of one server process. */
export function createCopies(runtime: Runtime): Copies {
  const sandbox = sharedSandbox(runtime.log, runtime.settings(sandboxSettings).SQL_SANDBOXES);
  /** By instance and document. */
  const held = new Map<string, Held>();
  let sweep: Timer | undefined;

  function take(instance: SandboxInstance, of: Wanted): Held {
    const name = nameOf(instance, of);
    const known = held.get(name);
    if (known && known.seq >= of.database.seq) return known;
    // What somebody reads at this moment stays as it is until they are done.
    const old = known?.users === 0 ? known.made : null;
    if (known) held.delete(name);
    const made = makeCopy(instance, of, old);
    const one: Held = { made, seq: of.database.seq, bytes: of.database.record_bytes, users: 0, used_at: 0 };
    held.set(name, one);
    sweep ??= setInterval(() => trim(performance.now() - IDLE_MS), MINUTE_MS);
    sweep.unref();
    return one;
  }

  async function makeCopy(instance: SandboxInstance, of: Wanted, old: Held["made"] | null): Promise<Copy | null> {
    const before = (await old?.catch(() => null)) ?? null;
    try {
      await instance.start();
      const copy = await withSnapshot(runtime.database, of, async (snapshot: Snapshot) => {
        const renewed = before && (await renewCopy(before, snapshot));
        return renewed ?? copyDatabase(instance, snapshot);
      });
      if (before && copy?.database !== before.database) await before.database.drop();
      return copy;
    } catch (error) {
      await before?.database.drop().catch(() => {});
      if (error instanceof SandboxMissing) runtime.log.error({ err: error }, "SQL over databases does not run");
      throw error;
    }
  }

  function drop({ made }: Held): Promise<void> {
    return made
      .then((copy) => copy?.database.drop())
      .catch((error: unknown) => runtime.log.debug({ err: error }, "a copy of a database was not dropped"));
  }

  /** Drops what nobody has used since, and of what is too much the longest unused. */
  function trim(before: number): void {
    const idle = [...held].filter(([, one]) => one.users === 0).sort(([, a], [, b]) => a.used_at - b.used_at);
    for (const [name, one] of idle) {
      const bytes = [...held.values()].reduce((sum, other) => sum + other.bytes, 0);
      if (one.used_at > before && held.size <= COPIES_MAX && bytes <= BYTES_MAX) return;
      held.delete(name);
      void drop(one);
    }
  }

  async function useOnce<T>(
    instance: SandboxInstance,
    of: Wanted,
    work: (copy: Copy) => Promise<T>,
  ): Promise<T | null> {
    const name = nameOf(instance, of);
    const one = take(instance, of);
    one.users += 1;
    let isOver = true;
    try {
      const copy = await one.made;
      const done = copy && (await work(copy));
      isOver = !copy;
      return done;
    } catch (error) {
      isOver = await one.made.then(
        (copy) => !copy?.database.isThere(),
        () => true,
      );
      throw error;
    } finally {
      one.users -= 1;
      one.used_at = performance.now();
      if (isOver && held.get(name) === one) held.delete(name);
      if (held.get(name) !== one && one.users === 0) void drop(one);
      trim(0);
    }
  }

  runtime.onClose(async () => {
    clearInterval(sweep);
    const all = [...held.values()];
    held.clear();
    await Promise.all(all.map(drop));
  });

  return {
    sandbox,
    use: async (instance, of, work) => {
      try {
        return await useOnce(instance, of, work);
      } catch (error) {
        if (!(error instanceof SandboxLost)) throw error;
        return useOnce(instance, of, work);
      }
    },
  };
}

function nameOf(instance: SandboxInstance, { document_id }: Wanted): string {
  return `${instance.number}:${document_id}`;
}
