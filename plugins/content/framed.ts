// Sends a page that somebody sent to a frame in a page of ours: with a script behind it that tells how high it is.
import { chooseQuickEncoding, compress } from "../../kernel/ports/http.ts";
import { fileResponse } from "../../kernel/ports/input.ts";
import { FRAME_SCRIPT, frameTail } from "../rendering/port.ts";
import type { ServedDocuments, ServedFile } from "./served.ts";

/** The query by which a page of ours asks for it. */
export const FRAMED = "_framed";

/** Longer pages are sent as they are, and their frames have a height of ours. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;
/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;

/** Whether a file can be sent with the script: a page that runs in an origin of its own. */
export function isFramable(file: ServedFile): boolean {
  return !file.generated && /^text\/html\b/.test(file.content_type) && file.size_bytes <= PAGE_BYTES_MAX;
}

export async function sendFramed(
  documents: Pick<ServedDocuments, "bytes">,
  asked: { method: string; headers: Headers },
  { file, headers }: { file: ServedFile; headers: Headers },
): Promise<Response> {
  const tail = new TextEncoder().encode(frameTail(FRAME_SCRIPT));
  const encoding =
    file.size_bytes < PACKED_BYTES_MIN ? null : chooseQuickEncoding(asked.headers.get("accept-encoding"));
  const page = async () => new Uint8Array(Buffer.concat([await documents.bytes(file), tail]));
  const packed = encoding === null ? null : await compress(await page(), encoding, { often: false });
  const request = { method: asked.method, headers: new Headers(asked.headers) };
  // A range is one of the bytes that were sent to us.
  request.headers.delete("range");
  if (encoding !== null) headers.set("content-encoding", encoding);
  const response = await fileResponse({
    request,
    size: packed?.length ?? file.size_bytes + tail.length,
    // Weak: the same page in whatever bytes.
    etag: `W/"${file.sha256}-${FRAME_SCRIPT.replaceAll(/[^a-z0-9]/g, "")}"`,
    content_type: file.content_type,
    headers: Object.fromEntries(headers),
    open: async () => packed ?? (await page()),
  });
  response.headers.delete("accept-ranges");
  if (response.status === 304) response.headers.delete("content-encoding");
  return response;
}
