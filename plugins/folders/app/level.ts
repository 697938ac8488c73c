// What lies in a folder as the tree of the rail has it: folders to unfold, documents to open, and a way to all of them.
import type { Asking } from "../../app/port/ask.ts";
import { placePath } from "../../app/port/paths.ts";
import type { Level } from "../../app/port/screen.ts";
import type { Place } from "../../app/port/slots.ts";
import { addressOf, iconOf } from "../../documents/port/rows.ts";
import type { FolderView } from "./place.ts";
import { folderWords } from "./words.ts";

export function levelOf(call: Asking, { folder, slug }: { folder: FolderView; slug: string | null }): Level {
  const places = folder.children.flatMap(({ folder: inside, doc }): Place[] => {
    if (inside) return [{ href: placePath(slug, inside.path), icon: "folder", label: inside.name, has_more: true }];
    return doc ? [{ href: addressOf(doc), icon: iconOf(doc), label: doc.title }] : [];
  });
  const all = { href: placePath(slug, folder.path), label: folderWords(call).all_of_them };
  return { places, all: folder.next_cursor ? all : null };
}
