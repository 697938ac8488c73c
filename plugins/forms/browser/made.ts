// What only the page that the service makes has: words for faults, a notice of what is saved, date and time with a zone, and an end.
import type { Bound, Faces } from "./binding.ts";
import type { Config, FieldConfig } from "./config.ts";
import { button, el } from "./elements.ts";
import { controlsOf } from "./inputs.ts";
import type { Session } from "./session.ts";
import { FormError } from "./transport.ts";

interface Fault {
  key: string;
  code: string;
  message: string;
}

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
    unsaved: (error) => say(isOver(error) ? OVER : "Not saved yet. Trying again…"),
    touched: (field) => mark(field, ""),
    faults: (faults, { focus }) => {
      const found = faults.flatMap((fault) => {
        const field = config.fields.find(({ key }) => key === fault.key);
        return field ? [{ field, text: wordsOf(fault, field) }] : [];
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
      const text = isOver(error)
        ? OVER
        : error instanceof FormError && error.status > 0
          ? sentence(error.message)
          : "There is no connection. Your answers are still here: try again.";
      tellAbove(text, []);
      summary?.focus();
    },
  };
}

const OVER = "This page was open for too long, or the form has changed. Load it again; what was saved is kept.";

function isOver(error: unknown): boolean {
  return error instanceof FormError && (error.status === 403 || error.status === 401);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
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

/** By its rule, in the words of who answers rather than of who sends JSON. */
function wordsOf({ code, message }: Fault, { type, label }: FieldConfig): string {
  if (code === "required") return "An answer is needed here.";
  if (type === "email" && code !== "too_long") return "This is no e-mail address, such as anna@example.com.";
  if (type === "url" && code !== "too_long") return "This is no web address, such as https://example.com.";
  if (type === "date") return "This is no date, such as 2030-03-01.";
  if (type === "datetime") return "This is no date and time with its zone, such as 2030-03-01T12:00:00+01:00.";
  if (type === "number" && code === "type") return "This is no number.";
  if (type === "json" && code === "type") return "This is no JSON object or array.";
  return sentence(message.replace(/^\S+ /, `${label} `));
}

/** A day and a clock with its zone, in place of the text that says both. */
export function mountMoments(form: HTMLFormElement, config: Config): void {
  for (const field of config.fields) {
    const [input] = controlsOf(form, field.key);
    if (field.type !== "datetime" || !(input instanceof HTMLInputElement)) continue;
    const clock = el("input", { type: "datetime-local", step: "1", id: `${input.id}-clock` });
    const zone = el("select", { "aria-label": `${field.label}: time zone` }, ...zones());
    const described = input.getAttribute("aria-describedby");
    if (described) clock.setAttribute("aria-describedby", described);
    const hint = document.getElementById(described?.split(" ")[0] ?? "");
    if (hint?.className === "hint") hint.textContent = "With the time zone that it is meant in";
    input.type = "hidden";
    form.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.setAttribute("for", clock.id);
    const moment = el("div", { class: "moment" }, el("div", {}, clock), el("div", {}, zone));
    input.after(moment);
    const compose = () => {
      input.value = clock.value === "" ? "" : `${clock.value}${offsetOf(zone.value, clock.value)}`;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    clock.addEventListener("change", compose);
    zone.addEventListener("change", compose);
    const written = () => {
      const at = new Date(input.value);
      if (Number.isNaN(at.getTime())) return;
      clock.value = localText(at);
      zone.value = "here";
    };
    input.addEventListener("service:written", written);
    written();
  }
}

function zones(): HTMLOptionElement[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offsets = Array.from({ length: 27 }, (_, index) => index - 12).map((hours) => textOfOffset(hours * 60));
  return [
    el("option", { value: "here" }, `${here} (here)`),
    el("option", { value: "Z" }, "UTC"),
    ...offsets.map((text) => el("option", { value: text }, `UTC${text}`)),
  ];
}

function textOfOffset(minutes: number): string {
  const whole = Math.abs(minutes);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

/** Of the browser's own zone as it is at that moment: clocks are put forward and back. */
function offsetOf(zone: string, clock: string): string {
  return zone === "here" ? textOfOffset(-new Date(clock).getTimezoneOffset()) : zone;
}

function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
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
    form.hidden = true;
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
    beside.closest("form")?.append(box);
    field.select();
  }
}
