// Reading lines of a text file (rules: documents/text).
import { refuse, t } from "../../../kernel/plugin.ts";
import {
  documentWith,
  fileAt,
  filesOfVersion,
  parseFilePath,
  readTextBytes,
  refuseMissingFile,
  tellRead,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { linesOf } from "../lines.ts";

const LINE_MAX = 2 ** 31 - 1;

export const readLines = operation({
  id: "doc.text",
  route: "GET /api/docs/{doc_id}/text",
  summary: "Read a text file, or some of its lines",
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file, such as source.md." }),
    start: t.Optional(t.Integer({ minimum: 1, maximum: LINE_MAX, description: "The first line, from 1." })),
    end: t.Optional(
      t.Integer({ minimum: 1, maximum: LINE_MAX, description: "The last line, which is in the answer." }),
    ),
    version: t.Optional(t.Version({ description: "Without it, the current one." })),
  }),
  output: t.Object(
    {
      doc_id: t.String(),
      path: t.String(),
      content: t.String({ description: "The lines with their ends." }),
      total_lines: t.Integer(),
      start_line: t.Integer(),
      end_line: t.Integer(),
      version: t.Integer(),
      size: t.Integer({ description: "Bytes of the whole file." }),
    },
    { $id: "TextLines" },
  ),
  rules: ({ query: { path, start = 1, end } }) => {
    parseFilePath(path);
    if (end !== undefined && end < start) throw refuse.invalid(`end is ${end}, before start, which is ${start}`);
  },
  permit: documentWith("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject, sql } = call;
    const version = query.version ?? subject.version;
    const files = await filesOfVersion(sql, subject, version);
    const file = fileAt(files, query.path);
    if (!file) throw refuseMissingFile(query.path, query.version);
    const { content, ...range } = linesOf(await readTextBytes(call, file), {
      start: query.start ?? 1,
      end: query.end ?? null,
    });
    tellRead(call, subject, "view");
    return { doc_id: subject.doc_id, path: file.path, content, ...range, version, size: file.size_bytes };
  },
});
