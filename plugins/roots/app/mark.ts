// The mark of a space: its emoji where it has one, else a face of its own.
import { type Html, html } from "../../../kernel/plugin.ts";
import { face } from "../../app/port/face.ts";

export function markOf({ name, icon }: { name: string; icon: string | null }): Html {
  const emoji = emojiOf(icon);
  return emoji === null
    ? face(name, "square")
    : html`<span class="face square mark" aria-hidden="true">${emoji}</span>`;
}

function emojiOf(icon: string | null): string | null {
  if (icon === null || /^(lucide|svg):/.test(icon)) return null;
  const hex = /^emoji:U\+([0-9A-F]{1,6})$/.exec(icon)?.[1];
  return hex === undefined ? icon : String.fromCodePoint(Number.parseInt(hex, 16));
}
