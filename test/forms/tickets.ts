// Tickets as a form's page would hold them, for tests that have no page.
import { findForm } from "../../plugins/forms/store/forms.ts";
import { issueTicket, type TicketKind } from "../../plugins/forms/tickets.ts";
import type { Harness } from "../harness/harness.ts";

/** One for the form as it is now, for a person where its gate knows them. */
export async function ticketFor(
  { runtime }: Pick<Harness, "runtime">,
  { slug, kind = "submit", user_id = null }: { slug: string; kind?: TicketKind; user_id?: number | null },
): Promise<string> {
  const { sql } = runtime.database;
  const [row] = await sql<{ document_id: number }[]>`select document_id from documents where slug = ${slug}`;
  const form = row && (await findForm(sql, row));
  if (!form) throw new Error(`no form at ${slug}`);
  return issueTicket(runtime, form, { kind, user_id, now: runtime.clock.now() });
}

/** The last part of a form's address. */
export function slugOf(url: string): string {
  return new URL(url).pathname.split("/")[2] ?? "";
}
