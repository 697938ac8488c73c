// Applying a unified diff to the files of a document, all of it or nothing (rules: writes/patches).
import { type NotingCall, t } from "../../../kernel/plugin.ts";
import { documentWith, type LoadedDocument, showDocument } from "../../documents/port/read.ts";
import {
  activate,
  baseVersion,
  conditionsOf,
  type Finish,
  forItsReaders,
  lockToken,
  message,
  type Revision,
  refuseConflict,
  reviseAlone,
  reviseHere,
  type SentConditions,
  writtenMembers,
} from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { applyTo, isCurrent, type Patched, pathsOf, readPatch } from "../patching.ts";

const DIFF_CHARS_MAX = manifest.caps.patch_chars;
/** Files that the audit row names. */
const NAMED_MAX = 20;

const DocumentPatched = t.Object(
  {
    ...writtenMembers,
    files: t.Array(
      t.Object({
        path: t.String(),
        from: t.Optional(t.String({ description: "Where the file was before." })),
        action: t.OneOf(["modify", "create", "delete", "rename", "copy"]),
        changed: t.Boolean(),
      }),
      { description: "The files that the diff names, in its order." },
    ),
  },
  { $id: "DocumentPatched" },
);

export const patchDocument = operation({
  id: "doc.patch",
  route: "POST /api/docs/{doc_id}/patch",
  tool: {
    name: "apply_patch",
    wording:
      "Apply a unified diff, as git prints it, to the files of a document: changes, new files, deletions, renames. Nothing is written unless every hunk applies.",
    gives: ["doc_id", "url", "version", "changed", "candidate", "files"],
  },
  summary: "Apply a unified diff to a document's files",
  description:
    "Reads what git prints: new files, deletions, renames, quoted paths, CRLF, files without a final line end. Line numbers may be off as long as the lines are found.",
  body: t.Object({
    diff: t.String({
      minLength: 1,
      maxLength: DIFF_CHARS_MAX,
      description: "The diff; paths begin with a/ and b/, or are bare.",
    }),
    base_version: baseVersion,
    lock_token: lockToken,
    message,
    activate,
  }),
  output: DocumentPatched,
  permit: documentWith("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.patch",
  refuses: [409, 423],
  prepare: async (call, { body }) => {
    const patch = await readPatch(call, body.diff);
    await refuseConflict(call, call.subject, { ...conditionsOf(call, body), paths: pathsOf(patch) });
    return applyTo(call, call.subject, patch);
  },
  single: (call, { body }, prepared) => reviseAlone(call, call.subject, ...patching(call, body, prepared)),
  run: (call, { body }, prepared) => reviseHere(call, call.subject, ...patching(call, body, prepared)),
});

/** What a patch writes, and what is told of it. */
function patching(
  call: NotingCall<LoadedDocument>,
  body: SentConditions & { message?: string; activate?: boolean },
  prepared: Patched,
) {
  const { subject } = call;
  let made = prepared;
  const revision: Revision = {
    ...conditionsOf(call, body),
    put: prepared.put,
    remove: prepared.remove,
    again: async (current) => {
      made = isCurrent(prepared, current) ? prepared : await applyTo(call, current, prepared.patch);
      return made;
    },
    message: body.message,
    activate: body.activate,
  };
  return [
    revision,
    {
      note: ({ document, candidate }) => {
        const files = made.files.slice(0, NAMED_MAX).map((file) => file.path);
        const meta = { version: document.version, files, count: made.files.length, ...(candidate && { candidate }) };
        call.note("doc.patch", { target_type: "doc", target_id: subject.doc_id, meta });
      },
      answer: ({ document, changed, candidate }) => {
        const shown = showDocument(document, call);
        return { ...shown, changed, ...(candidate && { candidate }), files: made.files };
      },
    } satisfies Finish<unknown>,
  ] as const;
}
