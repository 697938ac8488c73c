// Answers that everybody gets alike, ready to be sent: the same ones on the way through the pipeline and on the short way ahead of it.
import { matchesEtag } from "../../kernel/mod.ts";

/** An answer to a plain GET, whole in memory. */
export interface ReadyAnswer {
  workspace_id: number;
  /** Of the document that is shown or given, whose reading is counted; null for what is no document's. */
  document_id: number | null;
  /** Whether it shows the document, rather than be taken as it is. */
  is_page: boolean;
  /** A strong tag, of the bytes as they are. */
  etag: string;
  body: Blob;
  /** Headers of the 200, the validator and the length among them. */
  headers: Headers;
  /** Headers of the 304. */
  unchanged: Headers;
}

/** What is sent of an answer in one encoding. */
export type ReadyForm = Pick<ReadyAnswer, "body" | "headers">;

/** Whether the client says that it has the answer already (RFC 9110, 13.1.2). */
export function isKnown({ etag }: ReadyAnswer, headers: Headers): boolean {
  const known = headers.get("if-none-match");
  return known !== null && matchesEtag(known, etag);
}

/** Answers a GET or HEAD, with a 304 to whom it is known. */
export function sendReady(
  answer: ReadyAnswer,
  { form, method, headers }: { form: ReadyForm; method: string; headers: Headers },
): Response {
  if (!isKnown(answer, headers)) return new Response(method === "HEAD" ? null : form.body, { headers: form.headers });
  const response = new Response(null, { status: 304, headers: answer.unchanged });
  const weak = `W/${answer.etag}`;
  // A cache brings up to date what it has under the same tag (RFC 9111, 4.3.4).
  if (form !== answer && headers.get("if-none-match")?.includes(weak)) response.headers.set("etag", weak);
  return response;
}

/** The same content in other bytes: its tag is weak, and no range of it can be asked for (RFC 9110, 8.8.1). */
export function packedForm(answer: ReadyAnswer, { body, encoding }: { body: Blob; encoding: string }): ReadyForm {
  const headers = new Headers(answer.headers);
  headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.size));
  headers.set("etag", `W/${answer.etag}`);
  headers.delete("accept-ranges");
  return { body, headers };
}
