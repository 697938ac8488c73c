// What an operation is to clients that read by address instead of calling tools:
// a list of resources, or what stands in one.
import { t } from "../base/schema.ts";

/** A family of addresses. `{name}` stands for one segment, `{+name}` for the rest with its slashes (RFC 6570, level 2). */
export interface ResourceTemplate {
  uri: string;
  name: string;
  title: string;
  description: string;
}

/**
 * The part that an operation has in resources. One that `lists` takes `cursor` in its query and answers `ResourcePage`. One
 * that `reads` takes the variables of its templates as parameters or query members of the same names, and answers
 * `ResourceContent`. Both go through the pipeline like any call.
 */
export type ResourceRole = { lists: true } | { reads: readonly [ResourceTemplate, ...ResourceTemplate[]] };

export const ResourcePage = t.Object({
  resources: t.Array(
    t.Object({
      uri: t.String(),
      title: t.String(),
      description: t.Optional(t.String()),
      mime_type: t.String(),
      updated_at: t.Instant(),
    }),
  ),
  next_cursor: t.Optional(t.String()),
});

export const ResourceContent = t.Object({
  mime_type: t.String(),
  /** Exactly one of the two. */
  text: t.Optional(t.String()),
  base64: t.Optional(t.String()),
});
