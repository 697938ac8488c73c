// The grammar of icons (rules: places/icons): a named drawing, an emoji, or a picture of the workspace's own library.
import { type Actor, type Call, hook, refuse, type Sql } from "../../kernel/plugin.ts";

/** The drawings of Lucide (https://lucide.dev) that may be named: those that stand for things which people file. */
export const LUCIDE_NAMES = [
  ...["activity", "alarm-clock", "anchor", "archive", "award", "badge-check", "banknote", "bell", "bike", "bird"],
  ...["book", "book-open", "bookmark", "bot", "box", "brain", "briefcase", "brush", "bug", "building", "bus", "cake"],
  ...[
    "calculator",
    "calendar",
    "camera",
    "car",
    "cat",
    "chart-bar",
    "chart-line",
    "chart-pie",
    "circle",
    "clapperboard",
  ],
  ...["clipboard", "clock", "cloud", "code", "coffee", "compass", "cookie", "cpu", "credit-card", "crown", "database"],
  ...["diamond", "dog", "download", "droplet", "dumbbell", "earth", "eye", "factory", "feather", "file", "file-text"],
  ...["film", "fingerprint", "fish", "flag", "flame", "flask-conical", "flower", "folder", "folder-open", "gamepad-2"],
  ...["gauge", "gem", "ghost", "gift", "git-branch", "globe", "graduation-cap", "hammer", "hand", "handshake"],
  ...["hard-drive", "headphones", "heart", "hospital", "hotel", "hourglass", "house", "image", "inbox", "infinity"],
  ...["info", "key", "keyboard", "lamp", "landmark", "languages", "laptop", "laugh", "layers", "leaf", "library"],
  ...["life-buoy", "lightbulb", "link", "list", "list-todo", "lock", "magnet", "mail", "map", "map-pin", "medal"],
  ...["megaphone", "message-circle", "mic", "microscope", "monitor", "moon", "mountain", "mouse", "music", "network"],
  ...["newspaper", "notebook", "package", "palette", "paperclip", "pen", "pencil", "percent", "phone", "piggy-bank"],
  ...["pin", "plane", "plug", "presentation", "printer", "puzzle", "quote", "radar", "radio", "receipt", "recycle"],
  ...["repeat", "rocket", "ruler", "sailboat", "save", "scale", "school", "scissors", "search", "send", "server"],
  ...["settings", "shapes", "share", "shield", "ship", "shirt", "shopping-bag", "shopping-cart", "smartphone", "smile"],
  ...[
    "snowflake",
    "sparkles",
    "speaker",
    "sprout",
    "square",
    "star",
    "store",
    "sun",
    "sword",
    "table",
    "tablet",
    "tag",
  ],
  ...["target", "tent", "terminal", "thermometer", "thumbs-up", "ticket", "timer", "train-front", "trash", "tree-pine"],
  ...["trending-up", "triangle", "trophy", "truck", "tv", "umbrella", "university", "upload", "user", "users"],
  ...["utensils", "video", "wallet", "watch", "waves", "webhook", "wifi", "wind", "wine", "wrench", "zap"],
] as const;

/** The colours that a drawing may be shown in. */
export const ICON_COLOURS = [
  ...["gray", "brown", "red", "orange", "amber", "yellow"],
  ...["green", "teal", "blue", "indigo", "purple", "pink"],
] as const;

/** The grammar in one line, for refusals and for whoever describes it. */
export const ICON_GRAMMAR =
  "lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library";

const NAMES: ReadonlySet<string> = new Set(LUCIDE_NAMES);
const COLOURS: ReadonlySet<string> = new Set(ICON_COLOURS);
const EMOJI = /^\p{RGI_Emoji}$/v;
/** Asks for the coloured form of a character that has a plain one too. */
const AS_EMOJI = "\u{FE0F}";

/** Asked whether a workspace's library has a picture; without a plugin that keeps one, no workspace has any. */
export const libraryIconHook = hook<{ sql: Sql; workspace_id: number; icon_id: number }, boolean>(
  "places.library_icon",
);

/** An icon in the form in which it is kept, pictures of the workspace's library among them. Throws 400 for everything else. */
export async function resolveIcon(
  { callHook, sql, actor }: Pick<Call<unknown>, "callHook" | "sql"> & { actor: Actor },
  text: string,
): Promise<string> {
  const number = LIBRARY_ICON.exec(text.trim())?.[1];
  if (number === undefined) return parseIcon(text);
  const wanted = { sql, workspace_id: actor.workspace.id, icon_id: Number(number) };
  if ((await callHook(libraryIconHook, wanted)).includes(true)) return `svg:${number}`;
  throw refuse.invalid(
    `icon "svg:${number}" names no picture of the workspace's icon library; send svg: and the number of one in library of GET /api/icons, or use ${ICON_GRAMMAR}`,
  );
}

/** Throws 400 for a text that is no icon, without asking whether the library has the picture that it may name. */
export function checkIcon(text: string): void {
  if (!LIBRARY_ICON.test(text.trim())) parseIcon(text);
}

const LIBRARY_ICON = /^svg:([1-9]\d{0,14})$/;

/** An icon in the form in which it is kept. Throws 400 for a text that the grammar does not have. */
export function parseIcon(text: string): string {
  const icon = text.trim();
  const [kind, rest] = splitOnce(icon, ":");
  if (rest !== null && kind === "lucide") return parseDrawing(icon, rest);
  if (rest !== null && kind === "emoji") return parseCodePoint(icon, rest);
  if (rest !== null && kind === "svg") {
    throw refuse.invalid(
      `icon "${shorten(icon)}" names no picture of the workspace's icon library; send svg: and the number of one in library of GET /api/icons, or use ${ICON_GRAMMAR}`,
    );
  }
  if (EMOJI.test(icon) || EMOJI.test(icon + AS_EMOJI)) return icon;
  throw refuse.invalid(`icon "${shorten(icon)}" is not one; use ${ICON_GRAMMAR}`);
}

function parseDrawing(icon: string, rest: string): string {
  const [name, colour] = splitOnce(rest, "/");
  if (!NAMES.has(name)) {
    throw refuse.invalid(
      `icon "${shorten(icon)}" names no drawing that is offered; take one such as lucide:folder or lucide:rocket/blue`,
    );
  }
  if (colour !== null && !COLOURS.has(colour)) {
    throw refuse.invalid(`icon colour "${shorten(colour)}" is not one of ${ICON_COLOURS.join(", ")}`);
  }
  return icon;
}

function parseCodePoint(icon: string, rest: string): string {
  const hex = /^U\+([0-9A-Fa-f]{1,6})$/.exec(rest)?.[1];
  const number = Number.parseInt(hex ?? "", 16);
  if (hex !== undefined && number <= 0x10ffff) {
    const character = String.fromCodePoint(number);
    if (EMOJI.test(character) || EMOJI.test(character + AS_EMOJI)) return `emoji:U+${hex.toUpperCase()}`;
  }
  throw refuse.invalid(
    `icon "${shorten(icon)}" is no emoji's code point; send one such as emoji:U+1F680, or the emoji itself`,
  );
}

function splitOnce(text: string, at: string): [string, string | null] {
  const cut = text.indexOf(at);
  return cut < 0 ? [text, null] : [text.slice(0, cut), text.slice(cut + 1)];
}

function shorten(text: string): string {
  return text.slice(0, 80);
}
