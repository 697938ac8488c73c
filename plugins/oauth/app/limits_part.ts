// The form that renames a connection and says what it may do: changing or reading, where, with which tools, how openly.
import { type Html, html, VISIBILITY_LIMITS } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { type Fields, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { isTheSame, refusedForm } from "../../app/port/refused.ts";
import { changeConnection } from "../operations/connections.ts";
import { TOOLSETS } from "../toolsets.ts";
import { type Connected, type Offered, toolsetName, withHeld } from "./limits_words.ts";
import { connectionWords } from "./words.ts";

type ConnectionFields = typeof changeConnection extends Parameters<typeof formFor<infer I, infer _O>>[1]
  ? Fields<I>
  : never;

/** Unfolded where it came back. */
export function changeForm(call: Asking, connection: Connected, offered: readonly Offered[]): Html {
  const words = connectionWords(call);
  const { id, name, read_only, roots, toolsets, max_visibility } = connection;
  const came = refusedForm(call.request);
  const isOpen = came !== null && isTheSame(came, changeConnection.id, { id: String(id) });
  const places = withHeld(call, offered, roots ?? []).map(({ key, name: label }) => ({ value: key, label }));
  const sets = TOOLSETS.map((one) => ({ value: one.name, label: toolsetName(call, one.name) }));
  const openness = VISIBILITY_LIMITS.map((value) => ({ value: value as string, label: words[value] }));
  const form = formFor(
    call,
    changeConnection,
    { fixed: { id }, done: words.changed(name), label: words.change_named(name) },
    (fields) =>
      html`${fields.text("name", { label: words.name, value: name, required: true, maxlength: 100, autocomplete: "off" })}
${fields.check("read_only", { label: words.only_reads, hint: words.only_reads_hint, value: read_only })}
${listPart(fields, { id, name: "roots", legend: words.where, all: words.everywhere, some: words.only_in, chosen: roots, choices: places })}
${listPart(fields, { id, name: "toolsets", legend: words.tools, all: words.all_tools, some: words.only_these, chosen: toolsets, choices: sets })}
${fields.choice("max_visibility", { label: words.how_open, value: max_visibility ?? "", options: [{ value: "", label: words.any }, ...openness] })}
<p class="line"><button class="btn primary">${words.save}</button></p>`,
  );
  return html`<details class="fold"${isOpen && html` open`}><summary>${icon("right", "turn")}${words.change}<span class="only"> ${name}</span></summary>${form}</details>`;
}

interface ListPart {
  id: number;
  name: "roots" | "toolsets";
  legend: string;
  all: string;
  some: string;
  /** Null for all of them. */
  chosen: readonly string[] | null;
  choices: readonly { value: string; label: string }[];
}

/** All of them, or those that are ticked; none that is ticked is refused, and is not all. */
function listPart(fields: ConnectionFields, { id, name, legend, all, some, chosen, choices }: ListPart): Html {
  const isNull = `~null.${name}` as const;
  const radio = (value: "true" | "false", label: string) =>
    html`<label class="opt"><input type="radio" name="${isNull}" value="${value}"${fields.isChosen(isNull, value, (chosen === null) === (value === "true")) && html` checked`}><span>${label}</span></label>`;
  const tick = ({ value, label }: { value: string; label: string }) =>
    html`<label class="opt"><input type="checkbox" name="${name}" value="${value}"${fields.isChosen(name, value, chosen?.includes(value) ?? false) && html` checked`}><bdi>${label}</bdi></label>`;
  return html`<fieldset id="${name}-${id}"><legend>${legend}</legend><input type="hidden" name="${name}" value="">${radio("true", all)}${radio("false", some)}<div class="ticks">${chosenFirst(choices, chosen).map(tick)}</div></fieldset>`;
}

/** What is chosen stands on top, where it is seen without scrolling. */
function chosenFirst<C extends { value: string }>(choices: readonly C[], chosen: readonly string[] | null): C[] {
  const isChosen = ({ value }: C) => chosen?.includes(value) ?? false;
  return [...choices.filter(isChosen), ...choices.filter((one) => !isChosen(one))];
}
