// What a client sends to make and change fields, as schemas.
import { t } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { FIELD_TYPES } from "./field.ts";

const FileRefInput = t.Object(
  {
    doc_id: t.String({ minLength: 1, maxLength: BOUNDS.doc_id_chars, description: "A document." }),
    version: t.Version({ description: "One of its versions." }),
    path: t.Name({ minLength: 1, maxLength: BOUNDS.path_chars, description: "A file of it." }),
  },
  { additionalProperties: false },
);

const key = t.String({
  maxLength: BOUNDS.key_chars,
  description: "A lower-case letter, then letters, digits and _; it never changes.",
});
const settings = {
  label: t.Optional(t.Name({ maxLength: BOUNDS.label_chars, description: "What people see; the key when absent." })),
  required: t.Optional(t.Boolean({ description: "Records need a value." })),
  default: t.Optional(t.Unknown({ description: "For new records; a value of the field, or null for none." })),
  options: t.Optional(
    t.Array(t.Name({ maxLength: BOUNDS.option_chars }), {
      maxItems: BOUNDS.options,
      description: "select, multi_select: the choices, in order.",
    }),
  ),
  max_files: t.Optional(t.Integer({ minimum: 1, maximum: BOUNDS.files, description: "attachment" })),
  max_file_bytes: t.Optional(t.Integer({ minimum: 1, maximum: BOUNDS.file_bytes, description: "attachment" })),
  folder: t.Optional(
    t.Nullable(t.Name({ maxLength: BOUNDS.folder_chars }), { description: "attachment: where uploads go." }),
  ),
  accept: t.Optional(
    t.Array(t.String({ maxLength: BOUNDS.extension_chars }), {
      maxItems: BOUNDS.extensions,
      description: "attachment: extensions such as .pdf; empty permits any.",
    }),
  ),
  attachment_field: t.Optional(
    t.String({ maxLength: BOUNDS.key_chars, description: "review: whose files are reviewed." }),
  ),
  sources: t.Optional(t.Array(FileRefInput, { maxItems: BOUNDS.sources, description: "review: fixed files." })),
};

/** A field to make. Which members belong to which type is looked at by `checkFields`. */
export const FIELD_INPUT = t.Object(
  { key, type: t.OneOf(FIELD_TYPES, { description: "What it holds." }), ...settings },
  { additionalProperties: false },
);

/** A change of a field: only what is named changes. */
export const FIELD_CHANGE = t.Object(
  { key, type: t.Optional(t.OneOf(FIELD_TYPES)), ...settings },
  { additionalProperties: false },
);
