// How a request brings the content of one file: as text, as base64, or ahead of itself as an upload.
// One shape, one rule.
import { refuse, t } from "../../../kernel/plugin.ts";
import { bytesOf } from "./rules.ts";

/** The members of a body that brings the content of a file, of which there is exactly one: `checkContent` is its rule. */
export const contentMembers = {
  content: t.Optional(
    t.LongText({
      description: "The file as text; or use content_base64 or upload_id.",
      examples: ["<content>"],
    }),
  ),
  content_base64: t.Optional(t.LongText({ description: "The file as base64." })),
  upload_id: t.Optional(t.Id({ description: "From create_upload with stage: true." })),
};

export const CONTENT_NAMES = ["content", "content_base64", "upload_id"] as const;

/** What taking an upload may be refused with, for an operation's `refuses`. */
export const CONTENT_REFUSALS = [409, 410] as const;

/** A body with `contentMembers`. */
export interface ContentBody {
  content?: string;
  content_base64?: string;
  upload_id?: number;
  /** How `content` is written, where a route lets it say so. */
  encoding?: "utf8" | "base64";
}

/** Whether a body brings content. */
export function hasContent(body: ContentBody): boolean {
  return CONTENT_NAMES.some((name) => body[name] !== undefined);
}

/**
 * Throws 422 unless there is exactly one of the three (rules: writes/one_content), and 400 for what is no base64. Where a document
 * has to hold something, an empty one is a 400 too.
 */
export async function checkContent(body: ContentBody, options: { filled?: boolean } = {}): Promise<void> {
  const [name, ...others] = CONTENT_NAMES.filter((one) => body[one] !== undefined);
  if (!name || others.length > 0) {
    const msg = "provide exactly one of 'content' or 'content_base64', or 'upload_id' of a file sent ahead";
    throw refuse.unprocessable([{ loc: ["body", "content"], msg, type: name ? "exclusive" : "missing" }]);
  }
  const bytes = await inlineBytes(body);
  if (options.filled && bytes?.byteLength === 0) throw refuse.invalid(`${name} must not be empty`);
}

/** The bytes that a body holds itself; null for an upload. */
export async function inlineBytes(body: ContentBody): Promise<Uint8Array | null> {
  const { content, content_base64: encoded, encoding } = body;
  if (encoded !== undefined) return bytesOf(body, { name: "content_base64", text: encoded, is_base64: true });
  if (content === undefined) return null;
  return bytesOf(body, { name: "content", text: content, is_base64: encoding === "base64" });
}
