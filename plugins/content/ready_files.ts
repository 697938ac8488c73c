// The answers that everybody with the link gets of a document's files: headers that many files share, and what is their own.
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

export interface ReadyFile {
  document: ServedRow;
  path: string;
  file: ServedFile;
  body: ReadyForm["body"];
  packed: PackedFile | null;
}

/** Makes the same answers that `fileResponse` does. */
export function readyAnswers({
  base_url,
}: Pick<Config, "base_url">): (host: ContentHost, of: ReadyFile) => { answer: ReadyAnswer; form: ReadyForm } {
  const shared = new LRUCache<string, Shared>({ max: SHARED_MAX });

  function headersOf({ origin }: ContentHost, { path, file }: Pick<ReadyFile, "path" | "file">): Shared {
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

  return (host, { document, path, file, body, packed }) => {
    const { headers, unchanged, packed: forms } = headersOf(host, { path, file });
    const { workspace_id, document_id } = document;
    const plain = { body, size: file.size_bytes, etag: `"${file.sha256}"`, headers };
    const answer = { ...plain, workspace_id, document_id, is_page: isPage(file), unchanged };
    if (!packed) return { answer, form: answer };
    const form = packedForm(answer, { body, size: packed.bytes.length, headers: forms[packed.encoding] });
    return { answer, form };
  };
}
