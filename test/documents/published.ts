// Documents for the tests to act on, published through the API by a person of their own.
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";

/** A document as its owner was answered, and the owner. */
export interface Published {
  as: Person;
  doc: ParsedBody;
  /** Path of the document in the API. */
  at: string;
}

/** Publishes `json` by `POST /api/docs`, or by another route of the same kind, as a new person unless one is given. */
export async function publish(
  h: Harness,
  json: Record<string, unknown> = { html: "<h1>Plan</h1>" },
  options: { as?: Person; route?: string; form?: FormData } = {},
): Promise<Published> {
  const as = options.as ?? (await h.person());
  const body = options.form ? { form: options.form } : { json };
  const answer = await h.call(options.route ?? "POST /api/docs", { as, ...body });
  if (answer.status !== 201) throw new Error(`not published: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { as, doc: answer.body, at: `/api/docs/${answer.body.doc_id}` };
}

/** A form, in the order of its parts. */
export function formOf(parts: readonly (readonly [name: string, value: string | Blob, filename?: string])[]): FormData {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, filename ?? "file");
  }
  return form;
}

/** Shares a file by `POST /api/files`. */
export function share(
  h: Harness,
  file: { name: string; bytes: string | Uint8Array<ArrayBuffer> },
  fields: Record<string, string> = {},
): Promise<Published> {
  const form = formOf([["file", new Blob([file.bytes]), file.name], ...Object.entries(fields)]);
  return publish(h, {}, { route: "POST /api/files", form });
}
