// A new folder among what can be made.
import { html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { placeField } from "../../app/port/new.ts";
import { placePath } from "../../app/port/paths.ts";
import type { NewAsking, NewKind, NewPlace } from "../../app/port/slots.ts";
import { makeFolder } from "../operations/folders.ts";
import { folderWords } from "./words.ts";

export function newFolderKind(call: Asking): NewKind[] {
  const { folder, folder_told } = folderWords(call);
  return [{ id: "folder", order: 20, icon: "folder", label: folder, hint: folder_told, form: newFolderForm }];
}

function newFolderForm(at: NewAsking) {
  const words = folderWords(at.call);
  return formFor(
    at.call,
    makeFolder,
    { done: words.made, label: words.new_folder },
    (
      fields,
    ) => html`<div class="pair">${fields.text("path", { label: words.new_folder_name, required: true, maxlength: 200, autocomplete: "off" })}${placeField(at, fields, toldFolder)}</div>
<p class="line"><button class="btn primary">${words.make}</button></p><p class="fine">${words.folder_who}</p>`,
  );
}

/** A folder is told by its whole path, and its page lies in its space. */
function toldFolder({ root, folder }: NewPlace): Record<string, string> {
  return {
    root: root ?? "~",
    "~before.path": folder === "" ? "" : `${folder}/`,
    "~then": `${placePath(root, "")}/{path...}`,
  };
}
