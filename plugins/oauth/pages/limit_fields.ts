// The part of a form that narrows a connection: changing or reading, which roots and tools, how openly it may publish.
import { type Html, html, type TokenLimits } from "../../../kernel/plugin.ts";
import { type OfferedRoot, withHeld } from "../roots.ts";
import { TOOLSETS } from "../toolsets.ts";
import type { ConsentWords } from "./consent_words.ts";
import { OPENNESSES, rootWords } from "./words.ts";

/** `roots` is what there is to choose from, and `toolsetName` what people call a set of tools. */
export function limitFields(
  words: ConsentWords,
  {
    limits,
    roots,
    toolsetName,
  }: { limits: TokenLimits; roots: readonly OfferedRoot[]; toolsetName(name: string): string },
): Html {
  const isChecked = (is: boolean) => (is ? html`checked` : null);
  return html`
    <fieldset>
      <legend>${words.what}</legend>
      <label class="pick"><input type="radio" name="access" value="full" ${isChecked(!limits.read_only)}>
        <span><b>${words.change}</b><small>${words.change_hint}</small></span></label>
      <label class="pick"><input type="radio" name="access" value="read" ${isChecked(limits.read_only)}>
        <span><b>${words.read}</b><small>${words.read_hint}</small></span></label>
    </fieldset>
    <fieldset>
      <legend>${words.where}</legend>
      <label class="pick"><input type="radio" name="places" value="all" ${isChecked(limits.roots === null)}>
        <span><b>${words.everywhere}</b><small>${words.everywhere_hint}</small></span></label>
      <label class="pick"><input type="radio" name="places" value="some" ${isChecked(limits.roots !== null)}>
        <span><b>${words.some_places}</b><small>${words.some_places_hint}</small></span></label>
      <div class="sets roots">${chosenFirst(roots, limits).map(
        ({ root, is_chosen }) => html`
        <label class="set"><input type="checkbox" name="root" value="${root.key}" ${isChecked(is_chosen)}> <bdi>${rootWords(words, root)}</bdi></label>`,
      )}
      </div>
    </fieldset>
    <fieldset>
      <legend>${words.tools}</legend>
      <label class="pick"><input type="radio" name="tools" value="all" ${isChecked(limits.toolsets === null)}>
        <span><b>${words.all_tools}</b></span></label>
      <label class="pick"><input type="radio" name="tools" value="some" ${isChecked(limits.toolsets !== null)}>
        <span><b>${words.some_tools}</b></span></label>
      <div class="sets">${TOOLSETS.map(
        ({ name }) => html`
        <label class="set"><input type="checkbox" name="toolset" value="${name}" ${isChecked(limits.toolsets?.includes(name) ?? true)}> ${toolsetName(name)}</label>`,
      )}
      </div>
    </fieldset>
    <div class="field"><label class="caption" for="visibility">${words.how_open}</label>
      <select id="visibility" name="max_visibility">${OPENNESSES.map(
        (value) => html`
        <option value="${value}" ${(limits.max_visibility ?? "any") === value ? html`selected` : null}>${words[value]}</option>`,
      )}
      </select>
    </div>`;
}

/** What is chosen stands at the top, where it is seen without scrolling. */
function chosenFirst(roots: readonly OfferedRoot[], limits: TokenLimits): { root: OfferedRoot; is_chosen: boolean }[] {
  const all = withHeld(roots, limits).map((root) => ({ root, is_chosen: limits.roots?.includes(root.key) ?? false }));
  return [...all.filter((one) => one.is_chosen), ...all.filter((one) => !one.is_chosen)];
}
