// A line of the list of uploads: how far its file is, what became of it, and the one thing that can be done about it.
import { make, word } from "./parts.ts";

interface Shown {
  text: string;
  is_bad?: boolean;
  /** Of 1. */
  share?: number;
  href?: string;
  act?: { name: "stop" | "again" | "off"; do: () => void };
}

interface Line {
  line: HTMLElement;
  file: File;
}

/** Buttons and the bar stay where they are as long as they say the same, so that the focus stays too. */
export function show({ line, file: { name } }: Line, { text, is_bad = false, share, href, act }: Shown): void {
  const what = line.querySelector<HTMLElement>(".what");
  if (!what) return;
  what.className = is_bad ? "what failed" : "what";
  what.replaceChildren(
    text,
    ...(href ? [" ", make("a", { href, "aria-label": `${word("open")} ${name}` }, word("open"))] : []),
  );
  let bar = line.querySelector("progress");
  if (share === undefined) bar?.remove();
  else {
    if (!bar) {
      bar = make("progress", { max: "1", "aria-label": name });
      what.after(bar);
    }
    bar.value = share;
  }
  const old = line.querySelector("button");
  if (old?.dataset["act"] === act?.name) return;
  const hadFocus = old !== null && old === document.activeElement;
  old?.remove();
  if (act) {
    const label = `${word(act.name)}: ${name}`;
    const button = make("button", {
      type: "button",
      class: "btn quiet small",
      "data-act": act.name,
      "aria-label": label,
    });
    button.append(word(act.name));
    button.addEventListener("click", act.do);
    line.append(button);
    if (hadFocus) button.focus();
  } else if (hadFocus) line.closest(".uploads")?.querySelector<HTMLElement>("button")?.focus();
}
