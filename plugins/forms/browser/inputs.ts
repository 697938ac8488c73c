// Reads the inputs of a form by the names of its fields, and writes saved answers into them.
import type { FieldConfig } from "./config.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of a field, in the order of the page. */
export function controlsOf(form: HTMLFormElement, key: string): Control[] {
  return elementsOf(form).filter((one): one is Control => isControl(one) && one.name === key);
}

/** An input hides each member of its form that is called as the input is, `elements` too: fields may have any key. */
function elementsOf(form: HTMLFormElement): Element[] {
  const elements: unknown = Reflect.get(HTMLFormElement.prototype, "elements", form);
  return elements instanceof HTMLFormControlsCollection ? [...elements] : [];
}

/** Names the field that a control without a name says a part of. */
export const PART_OF = "data-part-of";

/** Whether something stands in a field's controls that the browser cannot tell as a value: to be left out, it is to be cleared. */
export function isUnread(form: HTMLFormElement, { key }: FieldConfig): boolean {
  const parts = [...form.querySelectorAll<HTMLInputElement>(`input[${PART_OF}]`)];
  const own = parts.filter((part) => part.getAttribute(PART_OF) === key);
  return [...controlsOf(form, key), ...own].some(({ validity }) => validity.badInput);
}

function isControl(one: Element): one is Control {
  return one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement;
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}

/** What a field's controls say; null for nothing, and undefined where the page has none, or the browser cannot tell what they say. */
export function readField(form: HTMLFormElement, field: FieldConfig): unknown {
  const controls = controlsOf(form, field.key);
  const [first] = controls;
  if (!first || isUnread(form, field)) return undefined;
  if (field.type === "multi_select") return readChoices(controls);
  if (field.type === "checkbox" && isBox(first) && first.type === "checkbox") return first.checked;
  const text = isBox(first) ? (controls.filter(isBox).find(({ checked }) => checked)?.value ?? "") : first.value;
  if (field.type === "attachment" || field.type === "review") return readList(text);
  if (field.type === "checkbox") return text === "" ? null : text === "true";
  if (text === "") return null;
  return field.type === "number" && Number.isFinite(Number(text)) && String(Number(text)) === text.trim()
    ? Number(text)
    : text;
}

function readChoices(controls: readonly Control[]): string[] | null {
  const chosen = controls.flatMap((control) => {
    if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value);
    return isBox(control) ? (control.checked ? [control.value] : []) : control.value === "" ? [] : [control.value];
  });
  return chosen.length === 0 ? null : chosen;
}

function readList(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text === "" ? "null" : text);
    return Array.isArray(value) && value.length > 0 ? value : null;
  } catch {
    return null;
  }
}

/** Writes a value into a field's controls; whoever shows them in another way hears `service:written`. */
export function writeField(form: HTMLFormElement, field: FieldConfig, value: unknown): void {
  const controls = controlsOf(form, field.key);
  const chosen = new Set((Array.isArray(value) ? value : [value]).map(String));
  for (const control of controls) {
    if (control instanceof HTMLSelectElement && control.multiple) {
      for (const option of control.options) option.selected = value !== null && chosen.has(option.value);
    } else if (isBox(control)) {
      const isAlone = field.type === "checkbox" && control.type === "checkbox";
      control.checked = isAlone ? value === true : value !== null && value !== undefined && chosen.has(control.value);
    } else {
      control.value = textOf(value);
    }
    control.dispatchEvent(new CustomEvent("service:written"));
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** What the page's own address says about a field, where that is a text that can be written into it. */
export function prefillOf(field: FieldConfig, search: URLSearchParams): unknown {
  if (field.type === "attachment" || field.type === "review") return undefined;
  const values = search.getAll(field.key).slice(0, VALUES_MAX);
  const [first] = values;
  if (first === undefined) return undefined;
  if (field.type === "multi_select") return values;
  return field.type === "checkbox" ? /^(true|1|on|yes)$/i.test(first) : first;
}

const VALUES_MAX = 100;

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
