// The form of an operation: it posts to the one door, names its members, and comes back filled where it is refused.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { TOGETHER } from "../door/together.ts";
import type { Asked, Asking } from "./ask.ts";
import { icon } from "./icons.ts";
import { pathBack } from "./paths.ts";
import { isTheSame, markTold, refusedForm, type Typed, wordsByField } from "./refused.ts";

/** Names of members, values in values by dots, as `fields.0.key`. */
type NamesOf<I> =
  | { [Part in keyof I]: NonNullable<I[Part]> extends object ? keyof NonNullable<I[Part]> & string : never }[keyof I]
  | `${string}.${string}`
  | typeof TOGETHER;

interface FormOf<I> {
  /** What is sent along and nobody changes. */
  fixed?: Partial<Record<NamesOf<I>, string | number>> & Record<string, string | number | undefined>;
  /** Where the browser goes once it is done; without it back to the page. */
  then?: string;
  /** Said on the page afterwards, in a sentence. */
  done?: string;
  /** Offered beside those words: an operation that takes it back, and what it takes. */
  undo?: { operation: string; fixed: Readonly<Record<string, string>> };
  /** What stands before what is typed into a control, as the folder above a new one does. */
  before?: Partial<Record<NamesOf<I>, string>>;
  /** Sent with its files, or with more text than other forms take. */
  is_long?: boolean;
  /** Classes of the form. */
  look?: string;
  /** Without it the words about no field stand on top. */
  label?: string;
}

/** What the controls of a form are made with. */
export interface Fields<I> {
  /** What stands in a control: what was typed where the form came back, else `value`. */
  valueIn(name: NamesOf<I>, value?: string | null): string;
  isChosen(name: NamesOf<I>, value: string, isSet: boolean): boolean;
  /** A labelled line of text. */
  text(name: NamesOf<I>, options: TextOptions): Html;
  lines(name: NamesOf<I>, options: TextOptions & { rows?: number }): Html;
  choice(name: NamesOf<I>, options: ChoiceOptions): Html;
  check(name: NamesOf<I>, options: { label: string; hint?: string; value?: boolean }): Html;
}

interface TextOptions {
  label: string;
  hint?: string | Html;
  value?: string | null;
  type?: "text" | "email" | "password" | "number" | "date" | "url" | "search";
  required?: boolean;
  maxlength?: number;
  autocomplete?: string;
  placeholder?: string;
  /** The id of a datalist on the page with what may be meant. */
  list?: string;
  /** The label is for screen readers alone. */
  bare?: boolean;
}

interface ChoiceOptions {
  label: string;
  hint?: string;
  value?: string | null;
  bare?: boolean;
  options: readonly { value: string; label: string }[];
}

/** Where forms of the app are sent. */
export function doorOf(operation: string): string {
  return `/app/do/${operation}`;
}

/** A form for `asked`; `inside` makes its controls and its button. */
export function formFor<I, O>(
  { request }: Pick<Asking, "request">,
  asked: Asked<I, O>,
  { fixed = {}, then, done, undo, before = {}, is_long = false, look, label }: FormOf<I>,
  inside: (fields: Fields<I>) => Html,
): Html {
  const texts = Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const came = refusedForm(request);
  const mine = came && isTheSame(came, asked.id, texts) ? came : null;
  if (mine) markTold(mine);
  const names: string[] = [];
  const ids = `f${hashOf(asked.id + JSON.stringify(texts))}`;
  const fields = makeFields<I>({ ids, typed: mine?.typed ?? null, onName: (name) => names.push(name), words });
  const said: { fields: ReadonlyMap<string, string>; other: string | null } = { fields: new Map(), other: null };
  function words(name: string): string | null {
    return mine ? (wordsByField(mine, [name]).fields.get(name) ?? null) : null;
  }
  const body = inside(fields);
  if (mine) Object.assign(said, wordsByField(mine, names));
  return html`<form method="post" action="${doorOf(asked.id)}" class="${look ?? "stack"}"${is_long && html` enctype="multipart/form-data"`}${label ? html` aria-label="${label}"` : ""}>
<input type="hidden" name="~back" value="${pathBack(request.url)}">${then !== undefined && html`<input type="hidden" name="~then" value="${then}">`}${done !== undefined && html`<input type="hidden" name="~done" value="${done}">`}${undo && html`<input type="hidden" name="~undo" value="${undoText(undo)}">`}
${Object.entries(texts).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${Object.entries(before).map(([name, value]) => html`<input type="hidden" name="~before.${name}" value="${value as string}">`)}
${said.other !== null && html`<p class="note bad" role="alert">${icon("warn")}<span>${said.other}</span></p>`}
${body}</form>`;
}

function undoText({ operation, fixed }: { operation: string; fixed: Readonly<Record<string, string>> }): string {
  return `${operation}?${new URLSearchParams(fixed)}`;
}

/** Short and the same for the same form, so that ids on a page stay when it is shown again. */
function hashOf(text: string): string {
  return Bun.hash.xxHash32(text).toString(36);
}

function makeFields<I>({
  ids,
  typed,
  onName,
  words,
}: {
  ids: string;
  typed: Typed | null;
  onName: (name: string) => void;
  words: (name: string) => string | null;
}): Fields<I> {
  const valueIn = (name: string, value?: string | null) => typed?.get(name)?.at(-1) ?? value ?? "";
  const isChosen = (name: string, value: string, isSet: boolean) =>
    typed ? (typed.get(name)?.includes(value) ?? false) : isSet;
  const around = (
    name: string,
    { label, hint, bare = false }: { label: string; hint?: string | Html; bare?: boolean },
    control: (attributes: Html) => Html,
  ) => {
    onName(name);
    const id = `${ids}-${name.replaceAll(".", "-")}`;
    const wrong = words(name);
    const told = [hint ? `${id}-hint` : "", wrong ? `${id}-error` : ""].filter(Boolean).join(" ");
    const attributes = html`id="${id}" name="${name}"${told && html` aria-describedby="${told}"`}${wrong !== null && html` aria-invalid="true"`}`;
    return html`<div class="field"><label for="${id}"${bare && html` class="only"`}>${label}</label>${control(attributes)}${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}${wrong !== null && html`<p class="error" id="${id}-error">${icon("warn")}<span>${wrong}</span></p>`}</div>`;
  };
  return {
    valueIn,
    isChosen,
    text: (name, options) =>
      around(name, options, (attributes) => {
        const { type = "text", required = false, maxlength, autocomplete, placeholder, list } = options;
        // What is secret never comes back.
        const value = type === "password" ? "" : valueIn(name, options.value);
        return html`<input ${attributes} type="${type}" value="${value}"${required && html` required`}${maxlength !== undefined && html` maxlength="${maxlength}"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${placeholder !== undefined && html` placeholder="${placeholder}"`}${list !== undefined && html` list="${list}"`}>`;
      }),
    lines: (name, options) =>
      around(name, options, (attributes) => {
        const { required = false, maxlength, rows = 3, placeholder } = options;
        return html`<textarea ${attributes} rows="${rows}"${required && html` required`}${maxlength !== undefined && html` maxlength="${maxlength}"`}${placeholder !== undefined && html` placeholder="${placeholder}"`}>${"\n"}${valueIn(name, options.value)}</textarea>`;
      }),
    choice: (name, options) =>
      around(name, options, (attributes) => {
        const value = valueIn(name, options.value);
        return html`<select ${attributes}>${options.options.map((one) => html`<option value="${one.value}"${one.value === value && html` selected`}>${one.label}</option>`)}</select>`;
      }),
    check: (name, { label, hint, value = false }) => {
      onName(name);
      return html`<input type="hidden" name="${name}" value="false"><label class="opt"><input type="checkbox" name="${name}" value="true"${isChosen(name, "true", value) && html` checked`}><span>${label}${hint && html`<span class="fine">${hint}</span>`}</span></label>`;
    },
  };
}

/** A form of one button. */
export function buttonFor<I, O>(
  call: Pick<Asking, "request">,
  asked: Asked<I, O>,
  of: FormOf<I> & { button: string | Html; kind?: string; name?: string },
): Html {
  const { button, kind = "btn small", name } = of;
  return formFor(
    call,
    asked,
    { look: "one-button", ...of },
    () => html`<button class="${kind}"${name !== undefined && html` aria-label="${name}"`}>${button}</button>`,
  );
}
