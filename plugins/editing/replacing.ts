// An exact replacement in one file: made before the transaction, and once more under the lock when somebody was faster.

import { type PrepareCall, refuse } from "../../kernel/plugin.ts";
import { encodeText } from "../../kernel/ports/base.ts";
import { fileAt, type LoadedDocument, readText, refuseMissingFile } from "../documents/port/read.ts";
import { type ContentFile, filesOfWrite } from "../documents/port/write.ts";
import { capOf } from "../operation.ts";
import { type Replaced, replaceText, textTasks } from "../texts/port.ts";

export interface Replacement {
  path: string;
  old_string: string;
  new_string: string;
  replace_all: boolean;
}

/** A replacement that is ready to be written. */
export interface Made {
  /** Hash of the content that it was made from. */
  from: string;
  put: ContentFile[];
  replacements: number;
}

type EditCall = PrepareCall<LoadedDocument, false>;

/** Searches that cost more comparisons than this leave the loop alone. */
const INLINE_COST_MAX = 2_000_000;

/** Throws 404 for a file that is not there, and 400 with the count unless `old_string` matches as often as it has to. */
export async function makeReplacement(call: EditCall, document: LoadedDocument, options: Replacement): Promise<Made> {
  const { path } = options;
  const file = fileAt(document.files, path);
  if (!file) throw refuseMissingFile(path);
  const text = await readText(call, file);
  const length_max = capOf(call.runtime, "json_file_bytes");
  const found = await search(call, { ...options, text, length_max });
  if (found.text === null) throw refuseMatches({ ...options, ...found, text, length_max });
  const bytes = await encodeText(found.text);
  return { from: file.sha256, put: await filesOfWrite(call, document, { path, bytes }), replacements: found.count };
}

type Search = Replacement & { text: string; length_max: number };

async function search({ actor }: EditCall, options: Search) {
  const { text, old_string } = options;
  // What is longer than the text is nowhere in it.
  const isCheap = old_string.length > text.length || text.length * old_string.length <= INLINE_COST_MAX;
  if (isCheap && !options.replace_all) return replaceText(options);
  const bytes = Buffer.byteLength(options.text);
  return textTasks()("replaceText", options, { owner: `user:${actor.user_id}`, lane: "publish", bytes, words: WORDS });
}

const WORDS = { doing: "looking for old_string", instead: "send a shorter one that names the place" };

function refuseMatches(options: Search & Pick<Replaced, "count" | "length" | "is_of_ends">): Error {
  const { count, path, replace_all, length, length_max, is_of_ends } = options;
  if (count > 0 && (count === 1 || replace_all)) {
    return refuse.tooLarge(`"${path}" would have ${length} characters; at most ${length_max} are allowed`);
  }
  if (count > 1) {
    return refuse.invalid(
      `old_string matches ${count} times in "${path}"; it must match exactly once, so send more of what stands around it, or set replace_all`,
      { code: "no_single_match", matches: count },
    );
  }
  const hint = is_of_ends
    ? "the file ends its lines with CRLF, so must old_string"
    : "read the file and copy the text exactly";
  return refuse.invalid(`old_string matches 0 times in "${path}"; ${hint}`, { code: "no_single_match", matches: 0 });
}
