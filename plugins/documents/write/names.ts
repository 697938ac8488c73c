// What a document is called and shown with by others: its alias and its icon, changed under its lock.
import type { WriteCall } from "../model/calls.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { lockWith } from "../permits.ts";
import { setAlias } from "../store/names/aliases.ts";
import { updateDocument } from "../store/writing/updates.ts";

/** Throws 404 or 403 when the caller lost the right since the document was found. */
export async function changeAlias(
  call: WriteCall,
  document: LoadedDocument,
  options: { alias: string | null; force: boolean },
): Promise<{ changed: boolean; taken_from: string | null; previous: string | null }> {
  const current = await lockWith(call, document, "settings");
  const done = await setAlias(call, current, options);
  return { changed: done !== undefined, taken_from: done?.taken_from ?? null, previous: current.alias };
}

/** False when it had that icon already. */
export async function changeIcon(call: WriteCall, document: LoadedDocument, icon: string | null): Promise<boolean> {
  const current = await lockWith(call, document, "edit");
  if (current.icon === icon) return false;
  await updateDocument(call, current, { icon, updated_at: call.now });
  return true;
}
