// Fetches the description of a client, which is JSON at an address of a stranger's choice.
import { type AnswerHead, fetchOutside, type Outside } from "../../kernel/ports/outbound.ts";
import { manifest } from "../manifest.ts";

const BYTES_MAX = manifest.caps.client_document_bytes;
export const DOCUMENT_KIB = BYTES_MAX / 1024;

/** Throws an Error in words for an address that cannot be asked, and for whatever is not JSON of that size. */
export async function fetchDocument(url: URL, outside?: Outside): Promise<unknown> {
  const asking = { headers: { accept: "application/json" }, bytes_max: BYTES_MAX, check: demandJson };
  const { bytes } = await fetchOutside(url, asking, outside);
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new Error("what is there is not JSON");
  }
}

function demandJson({ status, content_type }: AnswerHead): void {
  if (status !== 200) throw new Error(`it answers ${status}, and redirects are not followed`);
  if (!/^application\/([a-z0-9.-]+\+)?json\b/i.test(content_type)) throw new Error("its content type is not JSON");
}
