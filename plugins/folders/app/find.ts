// Folders among what somebody goes to by its name.
import { ask } from "../../app/port/ask.ts";
import type { Finding, Found } from "../../app/port/find.ts";
import { placePath } from "../../app/port/paths.ts";
import { parentOf } from "../../places/port.ts";
import { findFolders } from "../operations/find.ts";
import { folderWords } from "./words.ts";

const SHOWN_MAX = 4;

export async function foldersNamed({ call, q }: Finding): Promise<Found[]> {
  if (q === "") return [];
  const { folders } = await ask(call, findFolders, { query: { q, limit: SHOWN_MAX } });
  return folders.map(({ path, name, root }) => ({
    kind: "place",
    label: name,
    hint: [root?.name ?? folderWords(call).mine, ...parentOf(path).split("/")].filter(Boolean).join(" / "),
    href: placePath(root?.slug ?? null, path),
    icon: "folder",
  }));
}
