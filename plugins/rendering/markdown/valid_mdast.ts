// A page's HTML may put any element into any other; markdown cannot.
// What a page's tree holds at a wrong place is put where markdown takes it.
import type { BlockContent, Blockquote, List, Nodes, Parents, PhrasingContent, Root, RootContent } from "mdast";

/** What stands around words, and what it is called in a tree. */
type Mark = Extract<PhrasingContent, { children: PhrasingContent[] }>;

const BLOCKS = new Set<Nodes["type"]>([
  "blockquote",
  "code",
  "definition",
  "footnoteDefinition",
  "heading",
  "html",
  "list",
  "paragraph",
  "table",
  "thematicBreak",
]);

/** Quotes and lists within each other, after which what they hold stands in their place: each level is written on every line below it. */
const CONTAINERS_MAX = 64;

/** Where a node stands. */
interface Place {
  marks: readonly Mark[];
  containers: number;
  /** Everything that has a block somewhere below it. */
  holders: ReadonlySet<Nodes>;
}

/**
 * The tree with only words in its headings and cells, no blocks inside words, and nothing bold, slanted, struck or linked twice (shapes:
 * mdast's content model). A mark around blocks goes around the words of each. The library that writes markdown needs this: what it is
 * given at a wrong place becomes other markdown, and takes time that doubles with each level.
 */
export function validMdast(root: Root): Root {
  const holders = new Set<Nodes>();
  findHolders(root, holders);
  return { ...root, children: asBlocks(root.children, { marks: [], containers: 0, holders }) };
}

/** Collects all that has a block somewhere below it; true when `node` is a block or has one. */
function findHolders(node: Nodes, holders: Set<Nodes>): boolean {
  let holds = false;
  if ("children" in node) for (const child of node.children) holds = findHolders(child, holders) || holds;
  if (holds) holders.add(node);
  return holds || BLOCKS.has(node.type);
}

function asBlocks(nodes: readonly Nodes[], place: Place): RootContent[] {
  const { marks, holders } = place;
  const blocks: RootContent[] = [];
  let words: Nodes[] = [];
  const endParagraph = (): void => {
    if (words.some(isSeen)) blocks.push({ type: "paragraph", children: asMarkedWords(words, place) });
    words = [];
  };
  for (const node of nodes) {
    if (!BLOCKS.has(node.type) && !holders.has(node)) {
      words.push(node);
      continue;
    }
    endParagraph();
    if (BLOCKS.has(node.type)) blocks.push(...asBlock(node as RootContent, place));
    else if (isMark(node)) blocks.push(...asBlocks(node.children, { ...place, marks: withMark(marks, node) }));
    else if ("children" in node) blocks.push(...asBlocks(node.children, place));
  }
  endParagraph();
  return blocks;
}

function asBlock(node: RootContent, place: Place): RootContent[] {
  if (node.type === "paragraph") return asBlocks(node.children, place);
  if (node.type === "heading") return [{ ...node, children: asMarkedWords(node.children, place) }];
  if (node.type === "blockquote" || node.type === "list") return asContainer(node, place);
  if (node.type !== "table") return [node];
  const rows = node.children.map((row) => ({
    ...row,
    children: row.children.map((cell) => ({ ...cell, children: asMarkedWords(cell.children, place) })),
  }));
  return [{ ...node, children: rows }];
}

function asContainer(node: Blockquote | List, place: Place): RootContent[] {
  const within = { ...place, containers: place.containers + 1 };
  const blocksOf = ({ children }: Parents) => asBlocks(children, within) as BlockContent[];
  if (within.containers > CONTAINERS_MAX)
    return node.type === "list" ? node.children.flatMap(blocksOf) : blocksOf(node);
  if (node.type === "blockquote") return [{ ...node, children: blocksOf(node) }];
  return [{ ...node, children: node.children.map((item) => ({ ...item, children: blocksOf(item) })) }];
}

function asMarkedWords(nodes: readonly Nodes[], { marks }: Place): PhrasingContent[] {
  return marks.reduceRight<PhrasingContent[]>(
    (children, mark) => [{ ...mark, children } as Mark],
    asWords(nodes, marks),
  );
}

/** Only the words, where nothing else can stand; those of two blocks stay apart by a blank. */
function asWords(nodes: readonly Nodes[], marks: readonly Mark[]): PhrasingContent[] {
  const words: PhrasingContent[] = [];
  for (const node of nodes) {
    const isBlock = BLOCKS.has(node.type) || node.type === "listItem" || node.type === "tableCell";
    if (isBlock && words.length > 0) words.push({ type: "text", value: " " });
    if (node.type === "code") words.push({ type: "inlineCode", value: node.value.replace(/\s+/g, " ") });
    else if (isMark(node) && !marks.some((mark) => mark.type === node.type))
      words.push({ ...node, children: asWords(node.children, [...marks, node]) });
    else if ("children" in node) words.push(...asWords(node.children, marks));
    else if (!BLOCKS.has(node.type)) words.push(node as PhrasingContent);
  }
  return words;
}

function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
}

function isMark(node: Nodes): node is Mark {
  return node.type === "strong" || node.type === "emphasis" || node.type === "delete" || node.type === "link";
}

function isSeen(node: Nodes): boolean {
  return node.type !== "text" || node.value.trim() !== "";
}
