// Answers that everybody gets alike, ready to be sent:
// the same ones on the way through the pipeline and on the short way ahead of it.
import type { KeptEncoding } from "../../kernel/ports/http.ts";
import { matchesEtag } from "../../kernel/ports/input.ts";

/** An answer to a plain GET, whatever form of its bytes is sent. */
export interface ReadyAnswer extends Omit<ReadyForm, "body"> {
  workspace_id: number;
  /** Of the document that is shown or given, whose reading is counted; null for what is no document's. */
  document_id: number | null;
  /** Whether it shows the document, rather than be taken as it is. */
  is_page: boolean;
  /** Headers of the 304, but for the validator. */
  unchanged: Headers;
}

/** What is sent of an answer in one encoding. */
export interface ReadyForm {
  /** In memory, or a file of a disk. */
  body: Blob | Uint8Array<ArrayBuffer>;
  size: number;
  /** Of the bytes as they are a strong one. */
  etag: string;
  /** Headers of the 200, but for the validator and the length: many answers share them. */
  headers: Headers;
}

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
  if (isKnown(answer, headers)) {
    const response = new Response(null, { status: 304, headers: answer.unchanged });
    // A cache brings up to date what it has under the same tag (RFC 9111, 4.3.4).
    const isWeak = form.etag !== answer.etag && headers.get("if-none-match")?.includes(`W/${answer.etag}`);
    response.headers.set("etag", isWeak ? `W/${answer.etag}` : answer.etag);
    return response;
  }
  const response = new Response(method === "HEAD" ? null : form.body, { headers: form.headers });
  response.headers.set("etag", form.etag);
  response.headers.set("content-length", String(form.size));
  return response;
}

/** The same content in other bytes: its tag is weak (RFC 9110, 8.8.1). `headers` are of its encoding. */
export function packedForm(
  { etag }: Pick<ReadyAnswer, "etag">,
  { body, size, headers }: Pick<ReadyForm, "body" | "size" | "headers">,
): ReadyForm {
  return { body, size, headers, etag: `W/${etag}` };
}

/** Headers of bytes as they are for those of a compressed form, of which no range can be asked for. */
export function packedHeaders(plain: Headers, encoding: KeptEncoding): Headers {
  const headers = new Headers(plain);
  headers.set("content-encoding", encoding);
  headers.delete("accept-ranges");
  return headers;
}
