// What the list of uploads is made of: its words, as the page has them, and elements.

/** The words of the page that was read last: every page with a box has them. */
let words: Readonly<Record<string, string>> = {};

export function readWords({ dataset }: HTMLElement): void {
  words = JSON.parse(dataset["words"] ?? "{}");
}

export function word(name: string, values: Record<string, string | number> = {}): string {
  return (words[name] ?? "").replace(/\{([a-z]+)\}/g, (whole, one) => String(values[one] ?? whole));
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
