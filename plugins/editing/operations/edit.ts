// Replacing an exact text in one file, by either of its two routes (rules: writes/exact_edits).
import { type NotingCall, type PrepareCall, t, type WriteCall } from "../../../kernel/plugin.ts";
import { documentWith, type LoadedDocument, parseFilePath, showDocument } from "../../documents/port/read.ts";
import {
  activate,
  baseSha256,
  baseVersion,
  conditionsOf,
  type Finish,
  forItsReaders,
  lockToken,
  message,
  type Revision,
  refuseConflict,
  refuseGenerated,
  reviseAlone,
  reviseHere,
  type SentConditions,
  WRITTEN,
  writtenMembers,
} from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { type Made, makeReplacement, type Replacement } from "../replacing.ts";

const replacing = {
  old_string: t.LongText({ minLength: 1, description: "The text as it stands in the file, line ends included." }),
  new_string: t.LongText({ description: "What stands there instead; empty takes the text out." }),
  replace_all: t.Optional(
    t.Boolean({ default: false, description: "Every place; without it, old_string must match exactly once." }),
  ),
  base_version: baseVersion,
  base_sha256: baseSha256,
  lock_token: lockToken,
  message,
  activate,
};

const FileEdited = t.Object(
  { ...writtenMembers, path: t.String(), replacements: t.Integer() },
  { $id: "FileEdited", description: "The document, and how often the text was replaced." },
);

type EditCall = NotingCall<LoadedDocument>;

type Options = Omit<Replacement, "replace_all"> &
  SentConditions & { replace_all?: boolean; message?: string; activate?: boolean };

async function prepareEdit(call: PrepareCall<LoadedDocument>, options: Options): Promise<Made> {
  refuseGenerated(call.subject, options.path);
  await refuseConflict(call, call.subject, { ...conditionsOf(call, options), paths: [options.path] });
  return makeReplacement(call, call.subject, { ...options, replace_all: options.replace_all ?? false });
}

/** What an edit writes, and what is told of it. */
function edit(call: EditCall, options: Options, prepared: Made) {
  const { subject } = call;
  const { path } = options;
  let made = prepared;
  const revision: Revision = {
    ...conditionsOf(call, options),
    put: prepared.put,
    again: async (current) => {
      const stored = current.files.find((file) => file.path === path);
      made =
        stored?.sha256 === prepared.from
          ? prepared
          : await makeReplacement(call, current, { ...options, replace_all: options.replace_all ?? false });
      return made;
    },
    message: options.message,
    activate: options.activate,
  };
  return [
    revision,
    {
      note: ({ document, candidate }) => {
        const { replacements } = made;
        const meta = { version: document.version, path, replacements, ...(candidate && { candidate }) };
        call.note("doc.edit", { target_type: "doc", target_id: subject.doc_id, meta });
      },
      answer: ({ document, changed, candidate }) => {
        const { replacements } = made;
        return { ...showDocument(document, call), path, replacements, changed, ...(candidate && { candidate }) };
      },
    } satisfies Finish<unknown>,
  ] as const;
}

const editAlone = (call: EditCall, options: Options, made: Made) =>
  reviseAlone(call, call.subject, ...edit(call, options, made));

const editHere = (call: WriteCall<LoadedDocument>, options: Options, made: Made) =>
  reviseHere(call, call.subject, ...edit(call, options, made));

/** Both addresses of an edit declare alike. */
const editing = {
  output: FileEdited,
  permit: documentWith("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
} as const;

export const editFile = operation({
  ...editing,
  id: "doc.edit",
  route: "POST /api/docs/{doc_id}/edit",
  tool: {
    name: "edit_file",
    wording:
      "Replace an exact text in one file of a document. It must match exactly once, unless replace_all is set; copy it from what you have read.",
    gives: [...WRITTEN, "candidate", "replacements"],
  },
  summary: "Replace an exact text in one file",
  description:
    "The edit is made on the file as it is when it is written, unless base_version or base_sha256 says otherwise.",
  body: t.Object({ path: t.Name({ minLength: 1, description: "The file, such as source.md." }), ...replacing }),
  rules: ({ body }) => void parseFilePath(body.path),
  prepare: (call, { body }) => prepareEdit(call, body),
  single: (call, { body }, made) => editAlone(call, body, made),
  run: (call, { body }, made) => editHere(call, body, made),
});

export const patchFile = operation({
  ...editing,
  id: "doc.file.edit",
  route: "PATCH /api/docs/{doc_id}/files/{path...}",
  summary: "Replace an exact text in the file at this address",
  description: "As `POST .../edit`; `If-Match` with the file's ETag is understood too.",
  body: t.Object(replacing),
  rules: ({ params }) => void parseFilePath(params.path),
  prepare: (call, { params, body }) => prepareEdit(call, { ...body, path: params.path }),
  single: (call, { params, body }, made) => editAlone(call, { ...body, path: params.path }, made),
  run: (call, { params, body }, made) => editHere(call, { ...body, path: params.path }, made),
});
