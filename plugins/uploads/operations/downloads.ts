// Download tickets: made by whoever may view a document, used by whoever holds the address,
// for files too large for a tool.
import { t } from "../../../kernel/plugin.ts";
import {
  baseName,
  documentWith,
  downloadFile,
  filesOfVersion,
  parseFilePath,
  refuseMissingFile,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { downloadAddress, downloadByTicket, identifyDownloader } from "../tickets/download_ticket.ts";
import { fileArgument, quote } from "../tickets/shell.ts";

export const createDownload = operation({
  id: "doc.download.create",
  route: "POST /api/docs/{doc_id}/download",
  tool: {
    name: "create_download",
    wording:
      "Get an address from which one file of a document can be fetched for 10 minutes by a plain HTTP GET, for files too large to read with get_file. Run the answered curl command, or give url to a person.",
    idempotent: true,
  },
  summary: "Make a download ticket",
  description:
    "The address in url sends one file of one version to whoever holds it, until expires_at and for as long as its maker may view the document. It ends with the token or the session that made it. Ranges work.",
  // Nothing is kept of it.
  effect: "read",
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  body: t.Object({
    path: t.Optional(t.Name({ minLength: 1, description: "The file; without it, the document's source." })),
    version: t.Optional(t.Version({ description: "Without it, the current one." })),
  }),
  output: t.Object(
    {
      url: t.String({ description: "Needs no other credential." }),
      expires_at: t.Instant(),
      sha256: t.String(),
      size: t.Integer({ description: "Bytes." }),
      curl: t.String({ description: "A command that fetches the file." }),
    },
    { $id: "DownloadTicket" },
  ),
  rules: ({ body }) => {
    if (body.path !== undefined) parseFilePath(body.path);
  },
  permit: documentWith("view"),
  connection_limit: "places",
  run: async (call, { body }) => {
    const { subject, sql } = call;
    const { version = subject.version, path = subject.source_path } = body;
    const files = await filesOfVersion(sql, subject, version);
    const file = files.find((one) => one.path === path);
    if (!file) throw refuseMissingFile(path, version);
    const { url, expires_at } = downloadAddress(call, { doc_id: subject.doc_id, path, version });
    return {
      url,
      expires_at,
      sha256: file.sha256,
      size: file.size_bytes,
      curl: `curl --globoff -fSo ${fileArgument(baseName(path))} ${quote(url)}`,
    };
  },
});

export const useDownload = operation({
  id: "doc.download.use",
  route: "GET /download/{ticket}",
  // What people publish never comes from the app's origin, not even as an attachment.
  host: "content",
  summary: "Fetch the file of a download ticket",
  description:
    "The address is the credential. Always an attachment. ETag is the file's SHA-256; ranges and conditions work as in RFC 9110.",
  raw: "download",
  also: [206, 304],
  refuses: [403, 404, 416, 429],
  identify: identifyDownloader,
  permit: downloadByTicket(),
  connection_limit: "places",
  run: (call) => downloadFile(call, call.subject.document, call.subject.file),
});
