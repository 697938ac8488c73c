// What the tests of notifications do over and over: let what happened be heard, and look at what somebody is told.
import type { Answer, Harness, Person } from "../harness/harness.ts";

export interface Shown {
  id: number;
  kind: string;
  title: string | null;
  body: string | null;
  doc_id: string | null;
  read_at: string | null;
}

export function listening(h: Harness) {
  /** Lets every listener hear what has been committed. */
  async function hear(): Promise<void> {
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
  }

  function look(as: Person, query = ""): Promise<Answer> {
    return h.call(`GET /api/notifications${query}`, { as });
  }

  async function told(as: Person): Promise<Shown[]> {
    await hear();
    return (await look(as)).body.notifications;
  }

  return { hear, look, told };
}
