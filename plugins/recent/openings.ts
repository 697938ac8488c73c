// Documents that were opened, gathered beside the answers:
// nobody waits for one to be kept, and those that come meanwhile are kept together.
import { type Dispatcher, type Port, port, type Runtime } from "../../kernel/plugin.ts";
import { isFetchedAhead } from "../../kernel/ports/http.ts";
import type { DocumentAsking } from "../app/port/slots.ts";
import { keepOpened, type OpenedDocument } from "./store.ts";

/** Beyond so many at once the others are not kept: they are a convenience, and memory is for what is not. */
const WAITING_MAX = 10_000;
/** Written by one statement. */
const BATCH = 500;

export interface Openings extends Dispatcher {
  add(opened: DocumentAsking): void;
}

export const openingsPort: Port<Openings> = port("recent.openings");

export function createOpenings({ database, log }: Runtime): Openings {
  const waiting = new Map<string, OpenedDocument>();
  let isRunning = false;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, BATCH);
      for (const [key] of taken) waiting.delete(key);
      // The loss of the last moment is allowed for, so no commit waits for the disk.
      await keepOpened(
        database.asyncCommitSql,
        taken.map(([, opening]) => opening),
      );
    }
  }

  function writeOnce(): Promise<void> {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeInBackground(): Promise<void> {
    try {
      await writeOnce();
    } catch (error) {
      const level = database.isConnectionLoss(error) ? "warn" : "error";
      log[level]({ err: error }, "what was opened could not be kept");
    }
  }

  return {
    add: ({ call, document: { doc_id } }) => {
      if (isFetchedAhead(call.request.headers) || waiting.size >= WAITING_MAX) return;
      const { user_id, workspace } = call.actor;
      waiting.set(`${user_id} ${doc_id}`, { workspace_id: workspace.id, user_id, doc_id, at: call.now.toISOString() });
      if (isRunning && writing === null) void writeInBackground();
    },
    start: () => {
      isRunning = true;
    },
    runDue: async () => {
      const due = waiting.size;
      await writeOnce();
      return due;
    },
    stop: async () => {
      isRunning = false;
      await writing?.catch(() => {});
      await writeInBackground();
    },
  };
}
