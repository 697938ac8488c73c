// Names as a page may show them:
// none turns the direction of text, so that "invoice\u202excod.exe" passes for no document.

/** Controls that turn the direction of what follows them (UAX 9: embeddings, overrides and isolates). */
export const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** With a sign in the place of each such control, as for what cannot be shown. */
export function plainName(name: string): string {
  return name.replace(TURNING, "\u{fffd}");
}
