// `mailto:` and `xmpp:` before a bare address belong to its link
// (GitHub's spec 6.9), which the library's autolinks leave out.
import type { Nodes, Parents, Text } from "mdast";
import type { Extension } from "mdast-util-from-markdown";

const PROTOCOL = /(?:^|[^A-Za-z0-9])(mailto:|xmpp:)$/;
/** What names one of several clients of an address: one part after one slash. */
const RESOURCE = /^\/[A-Za-z0-9@.]*/;

/** Joins the protocols of `source` with the links after them; null when it names none, so that no tree is walked in vain. */
export function protocolAutolinks(source: string): Extension | null {
  if (!source.includes("mailto:") && !source.includes("xmpp:")) return null;
  return {
    transforms: [
      (root) => {
        const open: Nodes[] = [root];
        for (let node = open.pop(); node; node = open.pop()) {
          if (!("children" in node) || node.type === "link" || node.type === "linkReference") continue;
          joinIn(node);
          open.push(...node.children);
        }
        return root;
      },
    ],
  };
}

function joinIn(parent: Parents): void {
  const children: Nodes[] = parent.children;
  for (let at = 1; at < children.length; at++) {
    const link = children[at];
    const before = children[at - 1];
    const shown = link && addressOf(link);
    if (!shown || link.type !== "link" || before?.type !== "text") continue;
    const protocol = PROTOCOL.exec(before.value)?.[1];
    if (protocol === undefined) continue;
    before.value = before.value.slice(0, -protocol.length);
    shown.value = protocol + shown.value + (protocol === "xmpp:" ? takeResource(children, at + 1) : "");
    link.url = shown.value;
    if (before.value === "") children.splice(--at, 1);
  }
}

/** The text of a link that was made of a bare mail address; null for any other node. */
function addressOf(node: Nodes): Text | null {
  if (node.type !== "link" || node.children.length !== 1) return null;
  const only = node.children[0];
  if (only?.type !== "text" || node.url !== `mailto:${only.value}`) return null;
  const { start, end } = node.position ?? {};
  const bare =
    start?.offset === undefined || end?.offset === undefined || end.offset - start.offset === only.value.length;
  return bare ? only : null;
}

/** Takes the resource off the nodes at `at` and after it; what looks like an address in it has become a link of its own. */
function takeResource(children: Nodes[], at: number): string {
  const [text, next] = children.slice(at, at + 2);
  if (text?.type !== "text") return "";
  const resource = RESOURCE.exec(text.value)?.[0] ?? "";
  const address = resource === text.value && next ? addressOf(next) : null;
  if (address) {
    children.splice(at, 2);
    return resource + address.value;
  }
  const taken = resource.replace(/[./]+$/, "");
  text.value = text.value.slice(taken.length);
  if (text.value === "") children.splice(at, 1);
  return taken;
}
