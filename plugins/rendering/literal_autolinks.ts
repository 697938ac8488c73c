// Bare addresses that the parser has left in text are looked for where there may be one, since a look at every node of a tree costs a quarter of its parsing.
import type { Root, RootContent } from "mdast";
import type { Extension } from "mdast-util-from-markdown";

type Transform = NonNullable<Extension["transforms"]>[number];

/** What every address that the library links has in it. */
const ADDRESS = /@|:\/\/|www\./i;

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
      if (node.children.some(hasAddress)) transform({ type: "root", children: [node] });
      else for (const child of node.children) waiting.push(child);
    }
  };
}

function hasAddress(node: RootContent): boolean {
  return node.type === "text" && ADDRESS.test(node.value);
}
