// Bare addresses are looked for where there may be one:
// a look at every word costs a third of the parsing, and one at every node of the tree a quarter.
import type { Root, RootContent } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { Construct, ConstructRecord, Extension as Syntax } from "micromark-util-types";

type Transform = NonNullable<Extension["transforms"]>[number];

/** What every address that the library links has in it. */
const ADDRESS = /@|:\/\/|www\./i;

/** As the library names what begins one; each is tried at the beginning of every word. */
const CONSTRUCTS = new Set(["emailAutolink", "protocolAutolink", "wwwAutolink"]);
const LINE_END = /\r\n|\r|\n/;

/** The library's syntax for `part` of a source, which tries addresses on the lines alone that may hold one: none goes on over an end of line. */
export function addressesWhereHeld(syntax: Syntax, part: string): Syntax {
  const holds = ADDRESS.test(part) ? part.split(LINE_END).map((line) => ADDRESS.test(line)) : [];
  const keep = (construct: Construct): Construct[] => {
    if (!construct.name || !CONSTRUCTS.has(construct.name)) return [construct];
    return holds.length > 0 ? [keepToLines(construct, holds)] : [];
  };
  const text: ConstructRecord = {};
  for (const [code, constructs] of Object.entries(syntax.text ?? {})) {
    const kept = [constructs ?? []].flat().flatMap(keep);
    if (kept.length > 0) text[code] = kept;
  }
  return { ...syntax, text };
}

function keepToLines(construct: Construct, holds: readonly boolean[]): Construct {
  return {
    ...construct,
    previous(code) {
      return holds[this.now().line - 1] === true && (construct.previous?.call(this, code) ?? true);
    },
  };
}

/** The library's extensions, with their transforms, which all link addresses, kept to nodes whose text may hold some. */
export function keepToAddresses(extensions: readonly Extension[]): Extension[] {
  return extensions.map(({ transforms, ...extension }) =>
    transforms ? { ...extension, transforms: transforms.map(keepTransform) } : extension,
  );
}

function keepTransform(transform: Transform): Transform {
  return (root: Root) => {
    const waiting: RootContent[] = [...root.children];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (!("children" in node) || node.type === "link" || node.type === "linkReference") continue;
      if (node.children.some(mayHoldAddress)) transform({ type: "root", children: [node] });
      else for (const child of node.children) waiting.push(child);
    }
  };
}

/** Whether words may be taken apart for an address in them. */
export function mayHoldAddress(node: RootContent): boolean {
  return node.type === "text" && ADDRESS.test(node.value);
}
