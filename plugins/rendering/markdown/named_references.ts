// What a text refers to by name, kept on the nodes of its tree:
// in its order, once each, and of names that lead nowhere too.
import type { Nodes, Parents, Root, Text } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import { type PageReference, readWikiLink } from "../wiki.ts";
import { mayHoldAddress } from "./literal_autolinks.ts";
import { mayBeNote } from "./note_links.ts";

declare module "mdast" {
  interface Data {
    references?: PageReference[] | undefined;
  }
}

/** What stands between the brackets of a name that leads nowhere, where in its text, and whether it is to be shown in place. */
interface Named {
  offset: number;
  inside: string;
  embeds: boolean;
}

/** Hears of names while a text is parsed, which may ask for the same place more than once. */
export interface NameCollector {
  note(named: Named): void;
  /** Goes before all that changes words. */
  builder: Extension;
  /** Behind that: puts what words had on them, where others have come in their place, on what these stand in. */
  settle(): void;
}

export function collectNames(): NameCollector {
  const heard = new Map<number, Named>();
  const placed: Placed[] = [];
  return {
    note: (named) => void heard.set(named.offset, named),
    builder: {
      transforms: [
        (root) => {
          const named = [...heard.values()].sort((one, other) => one.offset - other.offset);
          if (named.length > 0) placed.push(...placeNames(root, named));
        },
      ],
    },
    settle() {
      for (const { node, parent, references } of placed) {
        if (mayHoldAddress(node) && !parent.children.some((child) => child === node)) {
          parent.data = { ...parent.data, references: [...(parent.data?.references ?? []), ...references] };
        }
      }
    },
  };
}

interface Placed {
  node: Text;
  parent: Parents;
  references: PageReference[];
}

function placeNames(root: Root, named: readonly Named[]): Placed[] {
  const placed: Placed[] = [];
  let next = 0;
  // Words come in the order of the text, and so do the names in them.
  for (const { node, parent } of inOrder(root)) {
    if (node.type !== "text" || !parent || !node.position) continue;
    const from = node.position.start.offset ?? 0;
    const to = node.position.end.offset ?? 0;
    const here: Named[] = [];
    for (let one = named[next]; one && one.offset < to; one = named[++next]) {
      // Where only the first bracket is a word, the second one began a link of the text's own.
      if (from <= one.offset && one.offset + (one.embeds ? 3 : 2) <= to) here.push(one);
    }
    const references = here.flatMap(referenceTo);
    if (references.length === 0) continue;
    node.data = { ...node.data, references };
    placed.push({ node, parent, references });
  }
  return placed;
}

function* inOrder(root: Root): Generator<{ node: Nodes; parent: Parents | null }> {
  const waiting: { node: Nodes; parent: Parents | null }[] = [{ node: root, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const { node } = next;
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push({ node: child, parent: node });
  }
}

/** What a name between brackets refers to, none or one: what is shown in place is looked for as a note alone. */
export function referenceTo({ inside, embeds }: Omit<Named, "offset">): PageReference[] {
  const reference = embeds ? null : readWikiLink(inside);
  const note = mayBeNote(inside, { embeds });
  if (!reference) return note ? [{ ...NAMING, ref: note.ref, path: note.fragment, note: note.name }] : [];
  const { ref, path, workspace, target } = reference;
  return [{ ...NAMING, ref, path, workspace, ...target, note: note?.name ?? null }];
}

const NAMING: PageReference = { ref: "", path: "", workspace: null, alias: null, doc_id: null, tag: null, note: null };

/** All that a tree refers to, in its order. */
export function referencesOf(tree: Root): PageReference[] {
  return inOrder(tree)
    .flatMap(({ node }) => node.data?.references ?? [])
    .toArray();
}
