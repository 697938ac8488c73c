// What changed in a file between two versions (rules: history/bytes).
import { type Call, t } from "../../../kernel/plugin.ts";
import {
  documentWith,
  type FileRow,
  filesOfVersion,
  type LoadedDocument,
  parseFilePath,
  refuseMissingFile,
  tellRead,
} from "../../documents/port/read.ts";
import { ownerOf } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { inTextTurn, readTexts, textBytes, textTasks } from "../../texts/port.ts";

const DiffSide = t.Object({ sha256: t.String(), size: t.Integer({ description: "Bytes." }) }, { $id: "DiffSide" });

const FileDiff = t.Object(
  {
    doc_id: t.String(),
    path: t.String(),
    from_version: t.Integer(),
    to_version: t.Integer(),
    from: t.Nullable(DiffSide, { description: "Null where the version has no such file." }),
    to: t.Nullable(DiffSide, { description: "Null where the version has no such file." }),
    identical: t.Boolean(),
    text: t.Boolean({ description: "False where either side is no text, or has more than 1 MiB." }),
    unified: t.Nullable(t.String({ description: "As git prints it; empty for identical files." })),
    hunks: t.Array(
      t.Object({
        old_start: t.Integer(),
        old_lines: t.Integer(),
        new_start: t.Integer(),
        new_lines: t.Integer(),
        lines: t.Array(t.String({ description: "With its sign in front." })),
      }),
    ),
    added: t.Nullable(t.Integer()),
    removed: t.Nullable(t.Integer()),
  },
  { $id: "FileDiff" },
);

export const readDiff = operation({
  id: "doc.diff",
  route: "GET /api/docs/{doc_id}/diff",
  tool: {
    name: "diff_versions",
    wording: "Show what changed in a file of a document between two versions, as a unified diff.",
    idempotent: true,
  },
  summary: "What changed in a file between two versions",
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file, such as source.md." }),
    from: t.Version({ description: "The older version." }),
    to: t.Optional(t.Version({ description: "Without it, the current one." })),
  }),
  output: FileDiff,
  rules: ({ query }) => void parseFilePath(query.path),
  permit: documentWith("view"),
  connection_limit: "places",
  quota: "diff",
  run: async (call, { query }) => {
    const { subject } = call;
    const { path } = query;
    const to_version = query.to ?? subject.version;
    const [from, to] = await Promise.all([fileIn(call, path, query.from), fileIn(call, path, to_version)]);
    if (!from && !to) throw refuseMissingFile(path);
    const identical = from?.sha256 === to?.sha256;
    const compared = await compare(call, { path, from, to, identical });
    tellRead(call, subject, "view");
    return {
      doc_id: subject.doc_id,
      path,
      from_version: query.from,
      to_version,
      from: from && sideOf(from),
      to: to && sideOf(to),
      identical,
      ...compared,
    };
  },
});

async function fileIn({ sql, subject }: Call<LoadedDocument>, path: string, version: number): Promise<FileRow | null> {
  const files = await filesOfVersion(sql, subject, version);
  return files.find((file) => file.path === path) ?? null;
}

function sideOf({ sha256, size_bytes }: FileRow) {
  return { sha256, size: size_bytes };
}

interface Sides {
  path: string;
  from: FileRow | null;
  to: FileRow | null;
  identical: boolean;
}

function compare(call: Call<LoadedDocument, false>, sides: Sides) {
  const bytes = textBytes([sides.from, sides.to].flatMap((file) => file ?? []));
  return inTextTurn({ ...ownerOf(call), lane: "read", bytes }, () => compareTexts(call, { ...sides, bytes }));
}

async function compareTexts(
  call: Call<LoadedDocument, false>,
  { path, from, to, identical, bytes }: Sides & { bytes: number },
) {
  const texts = await readTexts(
    call,
    [from, to].flatMap((file) => file ?? []),
  );
  const [before, after] = [from, to].map((file) => (file ? (texts.get(file.blob_id) ?? null) : null));
  const isText = (!from || before !== null) && (!to || after !== null);
  if (!isText) return { text: false, unified: null, hunks: [], added: null, removed: null };
  if (identical) return { text: true, unified: "", hunks: [], added: 0, removed: 0 };
  const pair = { path, before: before ?? null, after: after ?? null };
  const words = {
    doing: "comparing these versions",
    instead: "compare smaller files, or versions nearer to each other",
  };
  const { unified, hunks, added, removed } = await textTasks()("gitDiff", pair, { bytes, words });
  return { text: true, unified, hunks, added, removed };
}
