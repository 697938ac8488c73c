// Makes elements whose words are always text.

/** An element with attributes and children; texts are never markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A button that sends nothing by itself. */
export function button(
  text: string,
  attributes: Readonly<Record<string, string>>,
  press: () => void,
): HTMLButtonElement {
  const made = el("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
}
