// Sends one file of a document as an attachment of the API, never as something that a browser would run.
import { fileResponse } from "../../../kernel/ports/input.ts";
import type { WriteCall } from "../model/calls.ts";
import { baseName } from "../model/paths.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { refuseMissingFile } from "../permits.ts";
import { tellRead } from "../reading.ts";
import { openFile } from "../store/reading/blobs.ts";
import { filesOfVersion } from "../store/reading/version_files.ts";

/** Throws 404 for a version or a path that the document does not have. */
export async function downloadFile(
  call: Pick<WriteCall, "sql" | "runtime" | "request" | "actor" | "via" | "now">,
  document: LoadedDocument,
  wanted: { path: string; version: number | null },
): Promise<Response> {
  const { sql, runtime, request } = call;
  const version = wanted.version ?? document.version;
  const files = await filesOfVersion(sql, document, version);
  const file = files.find((one) => one.path === wanted.path);
  if (!file) throw refuseMissingFile(wanted.path, version);
  const open = await openFile({ sql, runtime }, file);
  const response = await fileResponse({
    request: { method: request.method, headers: request.headers },
    size: file.size_bytes,
    etag: `"${file.sha256}"`,
    content_type: file.content_type,
    open,
    headers: {
      "cache-control": "private, no-cache",
      "content-disposition": attachment(baseName(file.path)),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-doc-version": String(version),
    },
  });
  if (isTaken(request, response)) tellRead(call, document, "download");
  return response;
}

/** Whether the file goes out, rather than be looked at or gone on with: programs ask for what they have in order to keep it. */
function isTaken({ method, headers }: { method: string; headers: Headers }, { status }: Response): boolean {
  if (method !== "GET") return false;
  return status === 200 || (status === 206 && /^bytes=0+-/.test(headers.get("range") ?? ""));
}

/** A `Content-Disposition` that names the file in every script (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
