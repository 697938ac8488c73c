// Reads what most cells of tables hold without a parser, which takes longer to begin than to read a few words.
import type { PhrasingContent, Text } from "mdast";

const MAIL = /^[a-z\d]+(?:[.+-][a-z\d]+)*@[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z\d]+(?:-[a-z\d]+)*)*\.[a-z]+$/i;
const WEB = /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]+(?:\/(?:[a-z\d/.?=#%+-]*[a-z\d/])?)?$/i;
/** What every address in words has in it. */
const ADDRESS = /www\.|:\/\//i;

/**
 * Letters of which none begins or ends anything where it stands. Those with a meaning of their own are left out, with a brace, which has one in
 * texts that choose so as two signs of equality or percent have, but a dollar,
 * which means nothing alone, and a few where what follows says that they are letters.
 */
const LETTER = String.raw`[^\\\x60*_~[\]!<&@{=%\p{C}|]|!(?!\[)|=(?!=)|%(?!%)|<(?![!?/\p{L}])|&(?![#a-zA-Z])|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])`;
const WORDS = new RegExp(`(?:${LETTER})+`, "uy");
/** Between marks words touch a letter or number at either end, so that nobody can read the marks otherwise. */
const MARKED = new RegExp(String.raw`(\*\*?)([\p{L}\p{N}](?:(?:${LETTER})*[\p{L}\p{N}])?)\1`, "uy");
const CODE = /`([^`\\\s\p{C}](?:[^`\\\p{C}]*[^`\\\s\p{C}])?)`/uy;
const LINK = new RegExp(String.raw`\[(?!\^)((?:${LETTER})+)\]\(([\w./:?=#%+,;-]+)\)`, "uy");

/** What a cell holds, given without spaces at its ends; null for one that only the parser can read. */
export function readSimpleCell(cell: string): PhrasingContent[] | null {
  if (cell === "") return [];
  if (MAIL.test(cell)) return [linkTo(`mailto:${cell}`, cell)];
  if (WEB.test(cell)) return [linkTo(cell, cell)];
  // Two dollars may hold a formula between them.
  if (cell.indexOf("$") !== cell.lastIndexOf("$")) return null;
  return readMarked(cell);
}

/** Words and marked words in turns: two marks side by side might be one. */
function readMarked(cell: string): PhrasingContent[] | null {
  const nodes: PhrasingContent[] = [];
  for (let at = 0; at < cell.length; ) {
    const words = matchAt(WORDS, cell, at)?.[0] ?? "";
    if (ADDRESS.test(words) || (words === "" && at > 0)) return null;
    if (words) nodes.push(textNode(words));
    at += words.length;
    if (at === cell.length) break;
    const marked = readMark(cell, at);
    if (!marked) return null;
    nodes.push(marked.node);
    at += marked.length;
  }
  return nodes;
}

function readMark(cell: string, at: number): { node: PhrasingContent; length: number } | null {
  const [whole = "", mark, words = ""] = matchAt(MARKED, cell, at) ?? [];
  if (ADDRESS.test(words)) return null;
  const { length } = whole;
  if (mark) return { node: { type: mark === "*" ? "emphasis" : "strong", children: [textNode(words)] }, length };
  const code = matchAt(CODE, cell, at);
  if (code) return { node: { type: "inlineCode", value: code[1] ?? "" }, length: code[0].length };
  const link = matchAt(LINK, cell, at);
  if (!link?.[1] || ADDRESS.test(link[1])) return null;
  return { node: linkTo(link[2] ?? "", link[1]), length: link[0].length };
}

function linkTo(url: string, shown: string): PhrasingContent {
  return { type: "link", title: null, url, children: [textNode(shown)] };
}

function textNode(value: string): Text {
  return { type: "text", value };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
