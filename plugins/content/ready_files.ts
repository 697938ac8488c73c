// The answers that everybody with the link gets of a document's files:
// headers that many files share, and what is their own.
import { LRUCache } from "lru-cache";
import type { Config } from "../../kernel/plugin.ts";
import type { ContentHost, KeptEncoding } from "../../kernel/ports/http.ts";
import { isPage } from "./counted.ts";
import { fileHeaders, headersKey } from "./headers.ts";
import type { PackedFile } from "./kept_bytes.ts";
import { packedForm, packedHeaders, type ReadyAnswer, type ReadyForm } from "./ready.ts";
import type { ServedFile, ServedRow } from "./store/served_documents.ts";

interface Shared {
  headers: Headers;
  unchanged: Headers;
  packed: Record<KeptEncoding, Headers>;
}

/** Of types, makers and hosts. */
const SHARED_MAX = 500;

/** What the answers of a file on one host have alike, whatever form of its bytes they hold. */
export interface ReadyFile {
  host: ContentHost;
  answer: ReadyAnswer;
  packed: Record<KeptEncoding, Headers>;
}

/** Makes what the same answers as `fileResponse` gives are sent from. */
export function readyFiles({
  base_url,
}: Pick<Config, "base_url">): (
  host: ContentHost,
  of: { document: ServedRow; path: string; file: ServedFile },
) => ReadyFile {
  const shared = new LRUCache<string, Shared>({ max: SHARED_MAX });

  function headersOf({ origin }: ContentHost, { path, file }: { path: string; file: ServedFile }): Shared {
    const key = `${origin} ${headersKey(path, file)}`;
    const known = shared.get(key);
    if (known) return known;
    const unchanged = fileHeaders(path, file, { road: "link", origin, base_url });
    const headers = new Headers(unchanged);
    headers.set("accept-ranges", "bytes");
    headers.set("content-type", file.content_type);
    const packed = { br: packedHeaders(headers, "br"), gzip: packedHeaders(headers, "gzip") };
    const made = { headers, unchanged, packed };
    shared.set(key, made);
    return made;
  }

  return (host, { document: { workspace_id, document_id }, path, file }) => {
    const { headers, unchanged, packed } = headersOf(host, { path, file });
    const plain = { size: file.size_bytes, etag: `"${file.sha256}"`, headers };
    const answer = { ...plain, workspace_id, document_id, is_page: isPage(file), unchanged };
    return { host, answer, packed };
  };
}

/** What is sent of it: the bytes as they are, or packed. */
export function formOf(
  { answer, packed: headers }: ReadyFile,
  { body, packed }: { body: ReadyForm["body"]; packed: PackedFile | null },
): ReadyForm {
  if (packed) return packedForm(answer, { body, size: packed.bytes.length, headers: headers[packed.encoding] });
  const { size, etag, headers: plain } = answer;
  return { body, size, etag, headers: plain };
}
