// The form on the page in which a text is written, and whether what stands in it is saved.

export interface Writing {
  form: HTMLFormElement;
  area: HTMLTextAreaElement;
}

/** What was saved last, by the form it stands in. */
export const saved = new WeakMap<HTMLFormElement, string>();

export function open(): Writing | null {
  const form = document.querySelector<HTMLFormElement>("form.write");
  const area = form?.querySelector<HTMLTextAreaElement>("#text");
  return form && area ? { form, area } : null;
}

export function isUnsaved({ form, area }: Writing): boolean {
  const before = saved.get(form);
  return before === undefined
    ? form.hasAttribute("data-unsaved") || area.value !== area.defaultValue
    : area.value !== before;
}

export function valueIn({ form }: Writing, name: string): string {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control.value : "";
}
