// THE table of what the kernel itself holds every request to; a plugin's own bounds are the manifest's caps.

const KIB = 1024;
const MIB = 1024 ** 2;

/** Sizes and counts that hold on every plan; the unit is the last word of the name. */
export const KERNEL_BOUNDS = {
  /** An address and its headers together; beyond them the listener answers an empty 431. */
  address_and_headers_bytes: 128 * KIB,
  /** A text of a request, unless its schema says less or more. */
  text_chars: 64 * KIB,
  /** Far more than the keys of any list need. */
  cursor_chars: 4096,
  idempotency_key_chars: 200,
  /** Members and elements of a whole body. */
  json_values: 50_000,
  json_body_levels: 1000,
  /** Of free JSON: what recurses over it later must never run out of stack. */
  json_levels: 64,
  /** All arguments of one tool call that come as JSON in a text. */
  json_as_text_chars: MIB,
  form_parts: 2100,
  form_field_bytes: MIB,
  /** Such a form has no files; parsing a large one would hold the loop for seconds. */
  urlencoded_form_bytes: 256 * KIB,
  /** What changes the ways to sign in asks a session that began no longer ago. */
  fresh_sign_in_minutes: 10,
} as const;
