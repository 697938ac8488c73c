// A person writes a document's text on this page: its text area works without script, and saves a file.
import { signedIn, t } from "../../kernel/plugin.ts";
import { type Asking, ask, askIfOpen } from "../app/port/ask.ts";
import { documentPath } from "../app/port/paths.ts";
import { markTold, refusedForm } from "../app/port/refused.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { getDoc, putFile } from "../documents/port/operations.ts";
import { readLines, readLock } from "../editing/port/operations.ts";
import { operation } from "../operation.ts";
import { PROSE_STYLE_PATH } from "../reader/port/files.ts";
import { TEXT_BYTES_MAX } from "../texts/port.ts";
import { closedPart, savePart, textPart } from "./edit_parts.ts";
import type { Edited, Text } from "./edited.ts";
import { WRITING_SCRIPT_PATH, WRITING_STYLE_PATH } from "./files.ts";
import { previewOf } from "./preview_part.ts";
import { type TypedText, typedText } from "./typed.ts";
import { type Unwritable, unwritablePart } from "./unwritable_part.ts";
import { writingWords } from "./words.ts";
import { isWritten, type WrittenFile, writtenFiles } from "./written_file.ts";

export const showEditPage = operation({
  id: "writing.page",
  route: "GET /app/d/{doc_id}/edit",
  summary: "Writing a document's text, as a page",
  query: t.Object({
    path: t.Optional(t.Name({ maxLength: 1024, description: "Another text of the document." })),
  }),
  ...screen,
  permit: signedIn(),
  refuses: [404, 429],
  run: async (call, { params: { doc_id }, query }) => {
    const typed = typedText(call.request, doc_id);
    const document = await askIfOpen(call, getDoc, { params: { doc_id } });
    if (document?.state !== "live") return answerClosed(call, typed);
    const files = isWritten(document) ? writtenFiles(document, document.files ?? []) : [];
    const path = typed?.path || query.path;
    const file = path === undefined ? files[0] : files.find((one) => one.path === path);
    const [text, { lock }] = file
      ? await Promise.all([readText(call, doc_id, file), ask(call, readLock, { params: { doc_id } })])
      : [null, { lock: null }];
    if (!file || !text) return answerUnwritable(call, { document, path, file, typed });
    return answerEditor(call, { document, files, text, typed, lock });
  },
});

/** Null for what is no text, or too long a one. */
async function readText(call: Asking, doc_id: string, { path, size }: WrittenFile): Promise<Text | null> {
  if (size > TEXT_BYTES_MAX) return null;
  return askIfOpen(call, readLines, { params: { doc_id }, query: { path } }, ["invalid"]);
}

async function answerEditor(call: Asking, edited: Edited): Promise<Response> {
  const words = writingWords(call);
  const { doc_id, title } = edited.document;
  const preview = await previewOf(call, edited.document);
  const refused = refusedForm(call.request);
  if (refused?.operation === putFile.id && edited.typed) markTold(refused);
  return answerScreen(
    call,
    {
      title: words.editing(title),
      crumbs: [{ href: documentPath(doc_id), label: title }],
      here: words.edit,
      width: "full",
      styles: [PROSE_STYLE_PATH, WRITING_STYLE_PATH],
      scripts: [WRITING_SCRIPT_PATH],
      actions: savePart(call),
      body: textPart(call, { ...edited, preview: preview?.body ?? null }),
    },
    {
      holds_no_secret: !preview?.holds_secret,
      media: [new URL(edited.document.url).origin, "https:"],
    },
  );
}

/** What is not there and what is not this person's to write are one page; what they typed meanwhile stays on it. */
function answerClosed(call: Asking, typed: TypedText | null): Promise<Response> {
  const words = writingWords(call);
  return answerScreen(
    call,
    { title: words.closed, width: "slim", styles: [WRITING_STYLE_PATH], body: closedPart(call, typed) },
    { status: 404 },
  );
}

function answerUnwritable(call: Asking, of: Unwritable): Promise<Response> {
  const words = writingWords(call);
  const { doc_id, title } = of.document;
  return answerScreen(call, {
    title: words.editing(title),
    crumbs: [{ href: documentPath(doc_id), label: title }],
    here: words.edit,
    width: "slim",
    styles: [WRITING_STYLE_PATH],
    body: unwritablePart(call, of),
  });
}
