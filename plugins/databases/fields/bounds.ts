// How much a field and what is kept in it may hold: the manifest's caps under the names that these rules use.
import { manifest } from "../../manifest.ts";

const { caps } = manifest;

/** Sizes and counts that a client can run into. Characters are Unicode code points, sizes are bytes. */
export const BOUNDS = {
  fields: caps.fields_per_table,
  key_chars: caps.field_key_chars,
  label_chars: caps.field_label_chars,
  options: caps.options_per_field,
  option_chars: caps.option_chars,
  choices: caps.choices_per_value,
  record_bytes: caps.record_bytes,
  text_chars: caps.text_field_chars,
  long_text_chars: caps.long_text_field_chars,
  json_levels: caps.json_field_levels,
  json_values: caps.json_field_values,
  files: caps.files_per_attachment,
  /** What an attachment field has when nothing is said. */
  files_default: 10,
  file_bytes: caps.attachment_file_bytes,
  file_bytes_default: 100 * 1024 ** 2,
  extensions: caps.accepted_extensions,
  extension_chars: 32,
  folder_chars: caps.folder_path_chars,
  doc_id_chars: 200,
  path_chars: caps.file_path_chars,
  sources: caps.sources_per_review,
  comments: caps.comments_per_review,
  comment_id_chars: 64,
  comment_chars: caps.comment_chars,
  replies: caps.replies_per_review_comment,
  points: caps.points_per_review_mark,
  /** Of the displayed source, in its own units. */
  extent: 1_000_000,
  pages: 1_000_000,
  time_seconds: 10_000_000,
  contains_chars: caps.search_pattern_chars,
  /** A refusal names so many faults and no more. */
  faults: 50,
} as const;
