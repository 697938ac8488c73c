// Publishing a new document from a file, which comes in a form or as the content that an agent sends.
import { t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { CONTENT_REFUSALS, checkContent, contentMembers } from "../model/content_members.ts";
import { asPlaced } from "../model/openness.ts";
import { checkFile, checkPlaced } from "../model/rules.ts";
import { descriptionMember, folder, idempotencyKey, message, placement, tags } from "../model/schemas.ts";
import { PUBLISHED } from "../model/tool_results.ts";
import { fileContent } from "../write/content.ts";
import { readContent, wholeContent } from "../write/sent_content.ts";
import { publishTarget } from "../write/targets.ts";
import { makeReady, publish, publishing } from "./publish.ts";

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
    "HTML and markdown become pages; pictures, PDF, audio and video get a viewer page; text, code and tables are shown; anything else is a download page.",
  form: t.Object({
    file: t.FilePart(),
    filename: t.Optional(
      t.Name({ minLength: 1, maxLength: 255, description: "Stands in for the part's own file name." }),
    ),
    ...said,
  }),
  status: 201,
  rules: ({ form }) => {
    checkFile({ filename: form.filename ?? form.file.filename, bytes: form.file.bytes });
    checkPlaced(form);
  },
  permit: ({ form }) => publishTarget(form),
  publishes: ({ form }, target) => asPlaced(form, target),
  prepare: (call, { form }) => {
    const filename = form.filename ?? form.file.filename;
    const named = { title: form.title ?? null, description: form.description ?? "", render: form.render ?? true };
    return makeReady(fileContent(call, { filename, content: wholeContent(form.file.bytes) }, named), form.password);
  },
  run: (call, { form }, ready) => publish(call, { ...ready, target: call.subject }, form),
});

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
  run: (call, { body }, ready) => publish(call, { ...ready, target: call.subject }, body),
});
