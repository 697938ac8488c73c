// The spaces in the rail: My documents, and every shared root that this person sees.
import { type Asking, ask } from "../../app/port/ask.ts";
import { placePath } from "../../app/port/paths.ts";
import type { RailPart } from "../../app/port/slots.ts";
import { readRoots } from "../operations/roots.ts";
import { rootWords } from "./words.ts";

export async function railOfRoots(call: Asking): Promise<RailPart[]> {
  const words = rootWords(call);
  const { roots } = await ask(call, readRoots, { query: {} });
  return [
    {
      at: "middle",
      order: 20,
      heading: words.spaces,
      is_tree: true,
      places: [
        { href: placePath(null, ""), icon: "lock", label: words.mine },
        ...roots.map(({ slug, name }) => ({ href: placePath(slug, ""), icon: "space", label: name })),
      ],
    },
  ];
}
