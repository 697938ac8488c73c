// What only the page that the service makes has: words for faults, a notice of what is saved, and an end.
import type { Bound, Faces } from "./binding.ts";
import type { Config, FieldConfig } from "./config.ts";
import { button, el } from "./elements.ts";
import { controlsOf } from "./inputs.ts";
import type { Session } from "./session.ts";
import { wordsOfFailure, wordsOfFault, wordsOfUnsaved } from "./words.ts";

/** The faces of a page that somebody else made: it hears the events, and shows what it likes. */
export const NO_FACES: Faces = {
  saving: () => {},
  saved: () => {},
  unsaved: () => {},
  faults: () => {},
  touched: () => {},
  sending: () => {},
  failed: () => {},
};

export function madeFaces(form: HTMLFormElement, config: Config): Faces {
  const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
  const saved = find("saved");
  const summary = find("faults");
  const send = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  form.noValidate = true;
  const say = (text: string) => {
    if (saved) saved.textContent = text;
  };
  function tellAbove(heading: string, items: readonly Node[]): void {
    if (!summary) return;
    summary.replaceChildren(el("p", {}, heading));
    if (items.length > 0) summary.append(el("ul", {}, ...items));
    summary.hidden = false;
  }
  function mark(field: FieldConfig, text: string): void {
    const place = placeOf(form, field.key)?.querySelector<HTMLElement>(".fault[id]");
    if (place) {
      place.textContent = text;
      place.hidden = text === "";
    }
    for (const control of controlsOf(form, field.key)) {
      if (text === "") control.removeAttribute("aria-invalid");
      else control.setAttribute("aria-invalid", "true");
    }
  }
  return {
    saving: () => say("Saving…"),
    saved: () => say("Saved"),
    unsaved: (error) => say(wordsOfUnsaved(error)),
    touched: (field) => mark(field, ""),
    faults: (faults, { focus }) => {
      const found = faults.flatMap((fault) => {
        const field = config.fields.find(({ key }) => key === fault.key);
        return field ? [{ field, text: wordsOfFault(fault, field) }] : [];
      });
      for (const { field, text } of found) mark(field, text);
      if (!focus) return say("Not all of it is saved: see what is marked.");
      say("");
      const links = found.map(({ field, text }) => el("li", {}, linkTo(form, field), `: ${text}`));
      const others = faults.filter(({ key }) => !config.fields.some((field) => field.key === key));
      tellAbove("Some answers are to be looked at again:", [
        ...links,
        ...others.map(({ message }) => el("li", {}, message)),
      ]);
      summary?.focus();
    },
    sending: (is) => {
      if (send) send.disabled = is;
      if (is) {
        if (summary) summary.hidden = true;
        for (const field of config.fields) mark(field, "");
        say("Sending…");
      }
    },
    failed: (error) => {
      say("");
      tellAbove(wordsOfFailure(error), []);
      summary?.focus();
    },
  };
}

function placeOf(form: HTMLFormElement, key: string): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>("[data-field]")].find((one) => one.dataset["field"] === key);
}

function linkTo(form: HTMLFormElement, { key, label }: FieldConfig): HTMLElement {
  const link = el("a", { href: `#${placeOf(form, key)?.id ?? ""}`, dir: "auto" }, label);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const control = controlsOf(form, key).find((one) => !one.hidden && one.type !== "hidden");
    const target =
      control ??
      placeOf(form, key)?.querySelector<HTMLElement>("input:not([type=hidden]), select") ??
      placeOf(form, key);
    target?.focus();
  });
  return link;
}

/** The notice of an answer that goes on, the link that takes it elsewhere, and the end. */
export function mountStates(
  form: HTMLFormElement,
  { config, session }: { config: Config; session: Session; bound: Bound },
): void {
  const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
  for (const one of document.querySelectorAll<HTMLElement>('[data-when="script"]')) one.hidden = false;
  const resume = find("resume");
  if (resume && config.autosave) {
    resume.hidden = false;
    resume.addEventListener("click", () => void copy(resume, session.resumeLink));
  }
  addEventListener("service:restored", () => {
    if (session.current().status === "complete") return finish({ again: true });
    const notice = find("notice");
    if (!notice) return;
    notice.textContent = "You go on with what you answered before.";
    notice.hidden = false;
  });
  addEventListener("service:submitted", () => finish({ again: false }));

  function finish({ again }: { again: boolean }): void {
    const done = find("done");
    form.toggleAttribute("hidden", true);
    for (const name of ["notice", "faults", "when"])
      for (const one of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) one.hidden = true;
    if (!done) return;
    const heading = done.querySelector("h2");
    if (again && heading) heading.textContent = "You have answered already";
    if (config.repeatable && !done.querySelector("a")) {
      done.append(el("p", {}, el("a", { href: `${config.href}?_again=1` }, "Send another answer")));
    }
    done.hidden = false;
    done.focus();
  }
}

/** A page of nobody's origin may be kept from the clipboard: then the link is shown. */
async function copy(beside: HTMLElement, link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    beside.textContent = "Copied. Whoever has the link sees your answers.";
  } catch {
    const field = el("input", { type: "text", readonly: "", "aria-label": "Link to go on later", dir: "ltr" });
    field.value = link;
    const note = el("p", { class: "hint" }, "Keep this link to go on later. Whoever has it sees your answers.");
    const close = button("Close", { class: "quiet" }, () => box.remove());
    const box = el("div", { class: "notice" }, note, field, el("div", { class: "row" }, close));
    beside.closest("form")?.insertAdjacentElement("beforeend", box);
    field.select();
  }
}
