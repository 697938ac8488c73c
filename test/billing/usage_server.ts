// A server that sells storage by the hour, with workspaces on a paid plan:
// for the tests of its limits and of its meters.
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

export const GIB = 1024 ** 3;
export const HOUR_MS = 3_600_000;

export async function openUsageServer() {
  const processor = openProcessor({ start: START });
  const h = await openHarness({ env: { EDITION: "cloud", ...processor.env } });
  const { sql } = h.runtime.database;
  let events = 0;

  async function onTeam(): Promise<{ as: Person; customer: string }> {
    const as = await h.person({ role: "owner", plan: "free" });
    const { body } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
    const customer = body.url.split("/").at(-1);
    processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
    await tellPaid(customer);
    return { as, customer };
  }

  /** Makes the documents of a workspace take so many bytes, without writing them. */
  const fillTo = (as: Person, bytes: number) =>
    sql`update document_counters set bytes = ${bytes} where workspace_id = ${as.workspace_id}`;

  const optIn = (as: Person, cents: number, gib: number) =>
    h.call("PATCH /api/billing/workspace", {
      as,
      json: { usage: { spending_limit_cents: cents, capacity_limit_gib: gib } },
    });

  const runJobs = async () => {
    await h.runtime.jobs.runDue();
  };

  async function bytesOf(as: Person): Promise<number> {
    const [row] = await sql<
      { bytes: number }[]
    >`select bytes from document_counters where workspace_id = ${as.workspace_id}`;
    return row?.bytes ?? 0;
  }

  /** The processor says that an invoice of the customer is paid. */
  async function tellPaid(customer: string): Promise<void> {
    const event = await signedEvent({ id: `evt_u${++events}`, type: "invoice.paid", customer }, h.clock.now());
    await h.call("POST /api/billing/webhook", event);
  }

  return { h, sql, processor, onTeam, fillTo, optIn, runJobs, bytesOf, tellPaid };
}
