// Publishing a new document from a file, which comes in a form or as the content that an agent sends.
import { refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import type { PrepareCall } from "../model/calls.ts";
import { CONTENT_REFUSALS, checkContent, contentMembers } from "../model/content_members.ts";
import { kindOfFile } from "../model/kinds.ts";
import { asPlaced } from "../model/openness.ts";
import { parseFilePaths } from "../model/paths.ts";
import { checkFile, checkPlaced } from "../model/rules.ts";
import { descriptionMember, folder, idempotencyKey, message, placement, tags } from "../model/schemas.ts";
import { PUBLISHED } from "../model/tool_results.ts";
import { type Content, fileContent, keep, PAGE_PATH } from "../write/content.ts";
import { refuseOversized } from "../write/revise.ts";
import { readContent, wholeContent } from "../write/sent_content.ts";
import { publishTarget } from "../write/targets.ts";
import { makeReady, publish, publishAlone, publishing } from "./publish.ts";

/** What is said about a file that is published. */
const said = {
  ...placement,
  folder,
  tags,
  description: descriptionMember("Says what the file is, below its preview."),
  render: t.Optional(t.Boolean({ default: true, description: "False shares a markdown file as a download." })),
  message,
  idempotency_key: idempotencyKey,
};

export const publishFile = operation({
  ...publishing,
  id: "doc.publish_file",
  route: "POST /api/files",
  summary: "Publish a file",
  description:
    "HTML and markdown become pages; pictures, PDF, audio and video get a viewer page; text, code and tables are shown; anything else is a download page. An HTML page comes with the `files` that it shows.",
  form: t.Object({
    file: t.FilePart(),
    files: t.Optional(
      t.Array(t.FilePart(), {
        maxItems: 2000,
        description: "What an HTML page shows; the file names become their paths.",
      }),
    ),
    filename: t.Optional(
      t.Name({ minLength: 1, maxLength: 255, description: "Stands in for the part's own file name." }),
    ),
    ...said,
  }),
  status: 201,
  rules: ({ form }) => {
    checkFile({ filename: nameOf(form), bytes: form.file.bytes });
    checkParts(form);
    checkPlaced(form);
  },
  permit: ({ form }) => publishTarget(form),
  publishes: ({ form }, target) => asPlaced(form, target),
  prepare: (call, { form }) => {
    const file = { filename: nameOf(form), content: wholeContent(form.file.bytes) };
    const named = { title: form.title ?? null, description: form.description ?? "", render: form.render ?? true };
    return makeReady(withParts(call, fileContent(call, file, named), form.files ?? []), form.password);
  },
  single: (call, { form }, ready) => publishAlone(call, { ...ready, target: call.subject }, form),
  run: (call, { form }, ready) => publish(call, { ...ready, target: call.subject }, form),
});

interface Part {
  filename: string;
  bytes: Uint8Array;
}

interface SentFile {
  file: Part;
  files?: readonly Part[];
  filename?: string;
  render?: boolean;
}

function nameOf({ file, filename }: SentFile): string {
  return filename ?? file.filename;
}

/** Throws 400 for paths that cannot stand or are alike, and for parts of what is no page of its own. */
function checkParts(form: SentFile): void {
  if (!form.files) return;
  const kind = kindOfFile(nameOf(form), { render: form.render ?? true });
  if (kind !== "html")
    throw refuse.invalid(
      `files go with an HTML page, and "${nameOf(form)}" is published as ${kind}; publish them one by one`,
    );
  parseFilePaths([PAGE_PATH, ...form.files.map((part) => part.filename)]);
}

/** A page with what it shows, as one version. Throws 413 for more than a document has. */
async function withParts(call: PrepareCall, making: Promise<Content>, parts: readonly Part[]): Promise<Content> {
  const page = await making;
  if (parts.length === 0) return page;
  const kept = await Promise.all(parts.map(({ filename, bytes }) => keep(call, { path: filename, bytes })));
  const files = [...page.files, ...kept];
  refuseOversized(call, page, files);
  return { ...page, files };
}

export const publishFileContent = operation({
  ...publishing,
  id: "doc.publish_file_content",
  tool: {
    name: "publish_file",
    wording:
      "Publish a file (picture, PDF, data) and get its link. Above about 100 KB send the bytes over HTTP instead: create_upload says where.",
    gives: PUBLISHED,
  },
  summary: "Publish a file from its content",
  body: t.Object({
    filename: t.Name({
      minLength: 1,
      maxLength: 255,
      description: "Decides what kind of document it becomes, such as chart.png.",
    }),
    ...contentMembers,
    ...said,
  }),
  rules: async ({ body }) => {
    checkFile({ filename: body.filename });
    await checkContent(body, { filled: true });
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  publishes: ({ body }, target) => asPlaced(body, target),
  refuses: CONTENT_REFUSALS,
  prepare: async (call, { body }) => {
    const content = await readContent(call, body);
    const named = { title: body.title ?? null, description: body.description ?? "", render: body.render ?? true };
    return makeReady(fileContent(call, { filename: body.filename, content }, named), body.password);
  },
  single: (call, { body }, ready) => publishAlone(call, { ...ready, target: call.subject }, body),
  run: (call, { body }, ready) => publish(call, { ...ready, target: call.subject }, body),
});
