// Fixed files that a form's reviews are about:
// whoever answers gets to see them, so whoever asks for them has to be one who may edit them.
import { refuse, type WriteCall } from "../../kernel/plugin.ts";
import type { Field } from "../databases/port.ts";
import { findDocuments } from "../documents/port/read.ts";

/** Throws 400 for fixed files of the reviews among `keys` that the caller may not edit. */
export async function demandSources<Subject>(
  call: WriteCall<Subject>,
  fields: readonly Field[],
  keys: readonly string[],
): Promise<void> {
  const reviews = fields.filter((field) => keys.includes(field.key) && (field.sources ?? []).length > 0);
  const ids = [...new Set(reviews.flatMap((field) => (field.sources ?? []).map(({ doc_id }) => doc_id)))];
  if (ids.length === 0) return;
  const found = await findDocuments(call, ids);
  const closed = ids.find((id) => !["edit", "own"].includes(found.get(id)?.my_level ?? "none"));
  if (closed === undefined) return;
  throw refuse.invalid(
    `fields asks for feedback on files of document "${closed}", which you may not edit; whoever answers would see them`,
  );
}
