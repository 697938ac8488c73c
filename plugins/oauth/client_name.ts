// What a program calls itself, made fit to stand before a person who decides about it.
import { showsNothing } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const CLIENT_NAME_CHARS_MAX = manifest.caps.client_name_chars;
const UNNAMED = "Unnamed program";

/** Without characters that hide or turn the text around, and no longer than a line; a program without a name gets a plain one. */
export function readClientName(sent: unknown): string {
  if (typeof sent !== "string") return UNNAMED;
  const shown = sent
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...shown].slice(0, CLIENT_NAME_CHARS_MAX).join("");
  return showsNothing(short) ? UNNAMED : short;
}
