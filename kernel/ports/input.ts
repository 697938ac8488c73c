// The kernel's door for plugins to what requests carry beyond a schema: forms, decimals, bodies, ranges.

export { isForm, isInterrupted, readBytes, readForm, refuseDeclaredSize, type SentForm } from "../input/body.ts";
export { digitsOf, findLostNumber, isSameDecimal } from "../input/decimals.ts";
export { parseBody } from "../input/json_body.ts";
export { withLargeBody } from "../input/large_bodies.ts";
export type { ListPage } from "../input/pages.ts";
export { fileResponse, matchesEtag } from "../input/ranges.ts";
export { readKey, takesKey } from "../input/repeat_key.ts";
export { checkAs } from "../input/validate.ts";
