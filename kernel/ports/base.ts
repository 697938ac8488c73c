// The kernel's door for plugins to bytes, faults of the start, encryption and signing.

export { decodeBase64, encodeText, giveBack } from "../base/bytes.ts";
export { cutShort, isCutShort } from "../base/dependency.ts";
export { senderAddress } from "../base/email_address.ts";
export type { Encrypter } from "../base/encrypter.ts";
export { randomSlug } from "../base/ids.ts";
export { paced, yieldToLoop } from "../base/loop.ts";
export { type PlainSchema, typesOf } from "../base/plain_schema.ts";
export type { RefusalCode } from "../base/refusal_codes.ts";
export { type FilePart, isLimitSchema, type TObject } from "../base/schema.ts";
export type { Signer } from "../base/tickets.ts";
