// Documents changing their places: one by one, and all of those of a root or of a person.
import type { WriteCall } from "../calls.ts";
import type { DocumentRow } from "../rows.ts";
import { withPlace } from "../targets.ts";
import { touchCounter } from "./counters.ts";
import { closeAnew } from "./writes.ts";

/** Puts a locked document at a place, for the account of `owner_id`. It is no new version (part 1, "States"). */
export async function moveToPlace(
  call: WriteCall,
  document: DocumentRow,
  to: { place_id: number; owner_id: number },
): Promise<void> {
  await withPlace(call.sql`
    update documents set place_id = ${to.place_id}, owner_id = ${to.owner_id}, updated_at = ${call.now}
    where document_id = ${document.document_id}`);
  if (to.owner_id !== document.owner_id) {
    touchCounter(call, { document_id: null, owner_id: document.owner_id, bytes: 0, live: -1 });
    touchCounter(call, { document_id: document.document_id, owner_id: to.owner_id, bytes: 0, live: 1 });
  } else {
    touchCounter(call, { ...document, bytes: 0, live: 0 });
  }
  await closeAnew(call, document.slug);
}
