// The shapes of comments on the wire, and what bounds an anchor.
import { refuse, type Static, showsNothing, t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const BODY_CHARS_MAX = manifest.caps.comment_chars;
/** A freehand mark of a thousand points, with both numbers written out, fits. */
const ANCHOR_CHARS_MAX = manifest.caps.comment_anchor_chars;
const ANCHOR_TEXT_CHARS_MAX = manifest.caps.comment_anchor_text_chars;
const ANCHOR_DEPTH_MAX = manifest.caps.comment_anchor_levels;

const Person = t.Object({ id: t.Integer(), email: t.String() }, { $id: "CommentPerson" });

export const Comment = t.Object(
  {
    id: t.Integer(),
    doc_id: t.String(),
    parent_id: t.Nullable(t.Integer({ description: "The comment that began the thread; null for that one itself." })),
    author: t.Nullable(Person, { description: "Null when the account is gone." }),
    body: t.String(),
    mentions: t.Array(Person, { description: "Members named in the body who could open the document." }),
    path: t.Nullable(t.String({ description: "The file that it is about; null for the whole document." })),
    anchor: t.Union([t.Nullable(t.Json()), t.String()], { description: "The place that it is about, as it was sent." }),
    resolved: t.Boolean({ description: "A thread is resolved as a whole." }),
    resolved_at: t.Nullable(t.Instant()),
    created_at: t.Instant(),
    edited_at: t.Nullable(t.Instant()),
    mine: t.Boolean(),
  },
  { $id: "Comment" },
);

const body = t.String({
  minLength: 1,
  maxLength: BODY_CHARS_MAX,
  description: `The text, at most ${BODY_CHARS_MAX} characters. @ and a member's e-mail address tells them, if they may open the document.`,
});

export const NewComment = t.Object({
  body,
  path: t.Optional(
    t.Nullable(t.Name({ minLength: 1, maxLength: 1024 }), {
      description: "The file that it is about; without it, the document.",
    }),
  ),
  anchor: t.Optional(
    t.Union([t.Nullable(t.Json()), t.String({ maxLength: ANCHOR_TEXT_CHARS_MAX })], {
      description: `The place that it is about, in the reader's own terms: an object of at most ${ANCHOR_CHARS_MAX / 1024} KiB and ${ANCHOR_DEPTH_MAX} levels, or a short text.`,
    }),
  ),
  parent_id: t.Optional(
    t.Nullable(t.Id(), { description: "The comment to reply to; a reply to a reply joins the same thread." }),
  ),
});

export const CommentChange = t.Object({
  body: t.Optional(body),
  resolved: t.Optional(t.Boolean({ description: "True closes the thread of the comment, false opens it again." })),
});

/** Throws 400 for a text that shows nothing and for an anchor that is too large. */
export function checkComment({ body, anchor }: Partial<Static<typeof NewComment>>): void {
  if (body !== undefined && showsNothing(body)) throw refuse.invalid("body must not be empty");
  if (typeof anchor !== "object" || anchor === null) return;
  const size = JSON.stringify(anchor).length;
  if (size > ANCHOR_CHARS_MAX) {
    throw refuse.invalid(`anchor has ${size} characters as JSON; at most ${ANCHOR_CHARS_MAX} are allowed`);
  }
  if (isDeeper(anchor, ANCHOR_DEPTH_MAX))
    throw refuse.invalid(`anchor is nested deeper than ${ANCHOR_DEPTH_MAX} levels`);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
