// Changing one document: its content in one piece, and everything that is said about it.
import { refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { type Attrs, replaceAttrs } from "../model/attrs.ts";
import type { PrepareCall } from "../model/calls.ts";
import {
  CONTENT_NAMES,
  CONTENT_REFUSALS,
  type ContentBody,
  checkContent,
  contentMembers,
  hasContent,
} from "../model/content_members.ts";
import { SHARE_KINDS } from "../model/kinds.ts";
import type { Right } from "../model/levels.ts";
import { openedBy, writtenBy } from "../model/openness.ts";
import { type LoadedDocument, showDocument } from "../model/rows.ts";
import { checkPlaced } from "../model/rules.ts";
import {
  attrs,
  baseVersion,
  DocumentChanged,
  descriptionMember,
  filename,
  LISTING_WORDS,
  LISTINGS,
  lockToken,
  message,
  placement,
  tags,
  titleText,
  VISIBILITIES,
  VISIBILITY_WORDS,
} from "../model/schemas.ts";
import { refuseConflict, refuseStale } from "../write/conflict.ts";
import { boundedBytes } from "../write/content.ts";
import type { ContentFile } from "../write/content_file.ts";
import { movable, move } from "../write/moves.ts";
import { refuseGenerated } from "../write/page.ts";
import { hashPassword } from "../write/passwords.ts";
import { isPageRenamed, placePage, renamedPage } from "../write/renaming.ts";
import { filesOfWrite, revise } from "../write/revise.ts";
import { readContent } from "../write/sent_content.ts";
import { applyFields, noteFields } from "../write/settings.ts";

/** Fields that an editor who is not the owner may change in someone's My documents. */
const EDITOR_FIELDS: readonly string[] = [
  ...CONTENT_NAMES,
  "format",
  "title",
  "tags",
  "attrs",
  "filename",
  "message",
  "base_version",
  "lock_token",
];

function rightFor(body: object): Right {
  return Object.keys(body).every((name) => EDITOR_FIELDS.includes(name)) ? "edit" : "settings";
}

const FORMATS = ["html", "markdown"] as const;
type Format = (typeof FORMATS)[number];

const Patch = t.Object({
  html: t.Optional(t.LongText({ minLength: 1, description: "Replaces index.html; HTML documents only." })),
  markdown: t.Optional(t.LongText({ minLength: 1, description: "Replaces source.md; markdown documents only." })),
  ...contentMembers,
  format: t.Optional(t.OneOf(FORMATS, { description: "What the content is; html without it." })),
  title: t.Optional(titleText("What it is called from now on.")),
  description: descriptionMember("Shown on the page of a file share."),
  visibility: t.Optional(t.OneOf(VISIBILITIES, { description: VISIBILITY_WORDS })),
  password: placement.password,
  listing: t.Optional(t.OneOf(LISTINGS, { description: LISTING_WORDS })),
  retention_days: t.Optional(t.Integer({ minimum: 0, maximum: 36_500, description: "0 keeps forever." })),
  tags,
  attrs,
  filename,
  folder: t.Optional(
    t.Name({
      description:
        'Path, made on the fly; "" for the top. Without it, the same path; in another shared root, your Members folder.',
      maxLength: 1024,
    }),
  ),
  root: t.Optional(
    t.Nullable(t.String(), {
      description: "A shared root's slug, or ~ for My documents; without it, the same.",
    }),
  ),
  base_version: baseVersion,
  lock_token: lockToken,
  message,
});

export const patchDoc = operation({
  id: "doc.update",
  route: "PATCH /api/docs/{doc_id}",
  tools: [
    {
      name: "update_html",
      wording: "Replace the page of an HTML document; its link stays.",
      takes: ["doc_id", ...CONTENT_NAMES, "title", "base_version", "lock_token", "message"],
      fixed: { format: "html" },
      requires_one: CONTENT_NAMES,
      gives: ["doc_id", "url", "version", "changed"],
      idempotent: true,
    },
    {
      name: "set_visibility",
      wording: "Choose who may open a document: restricted, unlisted, password or workspace.",
      takes: ["doc_id", "visibility", "password"],
      requires: ["visibility"],
      gives: ["doc_id", "url", "visibility"],
      idempotent: true,
    },
    {
      name: "set_tags",
      wording: "Replace a document's tags; an empty list clears them.",
      takes: ["doc_id", "tags"],
      requires: ["tags"],
      gives: ["doc_id", "tags"],
      idempotent: true,
    },
    {
      name: "set_retention",
      wording: "Let a document expire so many days after its last change; 0 keeps it forever.",
      takes: ["doc_id", "retention_days"],
      requires: ["retention_days"],
      gives: ["doc_id", "retention_days", "expires_at"],
      idempotent: true,
    },
    {
      name: "set_listing",
      wording: "List a document to the team, or keep it private.",
      takes: ["doc_id", "listing"],
      requires: ["listing"],
      gives: ["doc_id", "listing"],
      idempotent: true,
    },
    {
      name: "set_description",
      wording: "Set the description on the page of a file share.",
      takes: ["doc_id", "description"],
      requires: ["description"],
      gives: ["doc_id", "url", "description"],
      idempotent: true,
    },
    {
      name: "rename_doc",
      wording: "Give a document of any kind another title; its link stays.",
      takes: ["doc_id", "title"],
      requires: ["title"],
      gives: ["doc_id", "url", "title"],
      idempotent: true,
    },
    {
      name: "move_doc",
      wording: "Move a document to another folder or root; its link stays.",
      takes: ["doc_id", "folder", "root"],
      requires_one: ["folder", "root"],
      gives: ["doc_id", "url", "folder", "root"],
      idempotent: true,
    },
  ],
  summary: "Change a document's content or settings",
  description:
    "In My documents editors may send html or markdown, title, tags, attrs and filename; everything else is the owner's. In a root whoever may edit the folder may change every field.",
  body: Patch,
  synonyms: {
    html: { is: "content", with: { format: "html" } },
    markdown: { is: "content", with: { format: "markdown" } },
  },
  output: DocumentChanged,
  rules: async ({ body }) => {
    if (hasContent(body)) await checkContent(body, { filled: true });
    // A password document keeps its password when only other fields are sent; whether one is set is known under the lock.
    checkPlaced({
      ...body,
      visibility: body.visibility === "password" && body.password === undefined ? undefined : body.visibility,
    });
  },
  permit: ({ body }) => movable(rightFor(body), body),
  elsewhere: {
    alias: { hint: "set it with PUT /api/docs/{doc_id}/alias", holds: ({ alias }) => alias },
    legal_hold: { hint: "set it with POST /api/docs/{doc_id}/legal-hold", holds: ({ legal_hold }) => legal_hold },
    expires_at: {
      hint: "say with retention_days how long it is kept",
      holds: ({ expires_at }) => expires_at?.toISOString() ?? null,
    },
    ...Object.fromEntries(
      ["active", "opens_at", "closes_at", "max_responses", "one_per_user"].map((name) => [
        name,
        { hint: "of a form it is set with PATCH /api/databases/{database_id}/forms/{form_id}" },
      ]),
    ),
  },
  connection_limit: "places",
  opens: ({ body }, document) => openedBy(body, document),
  publishes: ({ body }, document) => writtenBy(body, document),
  quota: {
    name: "publish",
    when: ({ body }, document) => hasContent(body) || body.description !== undefined || isPageRenamed(document, body),
  },
  audit: ["doc.update", "doc.visibility", "doc.tags", "doc.move", "doc.retention"],
  refuses: [402, ...CONTENT_REFUSALS, 423],
  prepare: async (call, { body }) => {
    const { subject } = call;
    refuseWrongKind(subject, body);
    const { base_version, lock_token } = body;
    if (!hasContent(body)) await refuseStale(call, subject, { base_version, paths: [] });
    else await refuseConflict(call, subject, { base_version, lock_token, paths: [subject.source_path] });
    const [put, password_hash, page] = await Promise.all([
      hasContent(body) ? replacingFiles(call, subject, body) : null,
      hashPassword(body.password),
      hasContent(body) ? null : renamedPage(call, subject, body),
    ]);
    return { put, password_hash, page };
  },
  run: async (call, { body }, { put, password_hash, page }) => {
    const { subject } = call;
    const revised = await revise(call, subject, {
      put: put ?? [],
      base_version: body.base_version,
      lock_token: body.lock_token,
      message: body.message,
      needs: rightFor(body),
    });
    const { document: placed, moved } = await move(call, revised.document, subject.target);
    const fields = await applyFields(call, placed, { ...body, password_hash });
    // Content that was there already makes no version, and its page may have another title all the same.
    const renamed = put && !revised.changed && isPageRenamed(subject, body) ? pageIn(put) : page;
    const files = renamed
      ? await placePage(call, { before: revised.document, after: fields.document, page: renamed })
      : revised.document.files;
    noteFields(call, {
      before: subject,
      after: fields.document,
      content_changed: revised.changed,
      moved,
      changed: fields.changed,
    });
    const row = { ...fields.document, files };
    return { ...showDocument(row, call), ...(put && { changed: revised.changed }) };
  },
});

type Sent = ContentBody & { format?: Format; title?: string; attrs?: Attrs };

/** What was sent as the document's source, and of markdown the page made of it under the title that it has then. */
async function replacingFiles(call: PrepareCall, subject: LoadedDocument, body: Sent): Promise<ContentFile[]> {
  const { title = subject.title } = body;
  // What HTML calls itself is asked for all the same: a title that differs from it is one that somebody set.
  const title_set = subject.title_set || (body.format === "markdown" && body.title !== undefined);
  const sent = await readContent(call, body);
  const bytes = await boundedBytes(call, sent, body.format === "markdown" ? "the markdown" : "the page");
  const write = { path: subject.source_path, bytes, staged: sent.staged };
  const attrs = body.attrs ? replaceAttrs(subject.attrs, body.attrs) : subject.attrs;
  return filesOfWrite(call, { ...subject, title, title_set, attrs }, write);
}

/** The page that was made along with content; null where that is the page itself. */
function pageIn(put: readonly ContentFile[] | null): ContentFile | null {
  return put?.find((file) => file.renderer !== null) ?? null;
}

function refuseWrongKind(subject: LoadedDocument, body: Sent & { description?: string }): void {
  if (hasContent(body)) refuseOtherFormat(subject, body.format ?? "html");
  if (body.description !== undefined && !SHARE_KINDS.includes(subject.kind)) {
    throw refuse.invalid(`a description goes with file shares; this document is ${subject.kind}`);
  }
}

function refuseOtherFormat(subject: LoadedDocument, format: Format): void {
  if (subject.kind !== format) {
    const documents = format === "html" ? "HTML documents" : "markdown documents";
    throw refuse.invalid(`${format} goes with ${documents}; this one is ${instead(subject)} instead`);
  }
  refuseGenerated(subject, subject.source_path);
}

function instead({ doc_type, kind, source_path }: LoadedDocument): string {
  // A plugin makes the page of its own type of documents from what it keeps elsewhere.
  if (doc_type !== "document") return `a ${doc_type}, so change what it holds`;
  return `${kind}, so change its file "${source_path}"`;
}
