// The part of a form that narrows a connection: changing or reading, which roots and tools, how openly it may publish.
import { type Html, html, type TokenLimits } from "../../../kernel/plugin.ts";
import { type OfferedRoot, withHeld } from "../roots.ts";
import { TOOLSETS } from "../toolsets.ts";
import { rootWords, VISIBILITY_WORDS } from "./words.ts";

/** `id` keeps the fields of several forms on one page apart; `roots` is what there is to choose from. */
export function limitFields(limits: TokenLimits, { id, roots }: { id: string; roots: readonly OfferedRoot[] }): Html {
  const isChecked = (is: boolean) => (is ? html`checked` : null);
  return html`
    <fieldset>
      <legend>What may it do?</legend>
      <label class="pick"><input type="radio" name="access" value="full" ${isChecked(!limits.read_only)}>
        <span><b>Read and change</b><small>Everything that you may do yourself.</small></span></label>
      <label class="pick"><input type="radio" name="access" value="read" ${isChecked(limits.read_only)}>
        <span><b>Only read</b><small>It sees what you see and changes nothing.</small></span></label>
    </fieldset>
    <fieldset>
      <legend>Where?</legend>
      <label class="pick"><input type="radio" name="places" value="all" ${isChecked(limits.roots === null)}>
        <span><b>Everywhere</b><small>All that you can open, and what you are let into later.</small></span></label>
      <label class="pick"><input type="radio" name="places" value="some" ${isChecked(limits.roots !== null)}>
        <span><b>Only in these roots</b><small>What lies elsewhere is not there for it.</small></span></label>
      <div class="sets roots">${chosenFirst(roots, limits).map(
        ({ root, is_chosen }) => html`
        <label class="set"><input type="checkbox" name="root" value="${root.key}" ${isChecked(is_chosen)}> <bdi>${rootWords(root)}</bdi></label>`,
      )}
      </div>
    </fieldset>
    <fieldset>
      <legend>With which tools?</legend>
      <label class="pick"><input type="radio" name="tools" value="all" ${isChecked(limits.toolsets === null)}>
        <span><b>All of them</b></span></label>
      <label class="pick"><input type="radio" name="tools" value="some" ${isChecked(limits.toolsets !== null)}>
        <span><b>Only these</b></span></label>
      <div class="sets">${TOOLSETS.map(
        ({ name, label }) => html`
        <label class="set"><input type="checkbox" name="toolset" value="${name}" ${isChecked(limits.toolsets?.includes(name) ?? true)}> ${label}</label>`,
      )}
      </div>
    </fieldset>
    <div class="field"><label class="caption" for="visibility-${id}">How openly may it publish?</label>
      <select id="visibility-${id}" name="max_visibility">${VISIBILITY_WORDS.map(
        ([value, words]) => html`
        <option value="${value}" ${(limits.max_visibility ?? "any") === value ? html`selected` : null}>${words}</option>`,
      )}
      </select>
    </div>`;
}

/** What is chosen stands at the top, where it is seen without scrolling. */
function chosenFirst(roots: readonly OfferedRoot[], limits: TokenLimits): { root: OfferedRoot; is_chosen: boolean }[] {
  const all = withHeld(roots, limits).map((root) => ({ root, is_chosen: limits.roots?.includes(root.key) ?? false }));
  return [...all.filter((one) => one.is_chosen), ...all.filter((one) => !one.is_chosen)];
}
