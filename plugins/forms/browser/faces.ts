// Shows in a form's page how its answer stands: what is saved, what is wrong, and that it was not sent.
import { wordsOfFault } from "../words.ts";
import type { Again, Faces } from "./binding.ts";
import type { Config, FieldConfig } from "./config.ts";
import { button, el } from "./elements.ts";
import { controlsOf } from "./inputs.ts";
import type { Places } from "./places.ts";
import { isOver, wordsOfFailure, wordsOfUnsaved } from "./words.ts";

/** `sent` shows that an answer was sent, where the page does not itself. */
export function facesOf(
  form: HTMLFormElement,
  { config, places, sent }: { config: Config; places: Places; sent(): void },
): Faces {
  const { saved } = places;
  const send = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (places.areOwn) form.noValidate = true;
  const say = (text: string) => {
    if (saved) saved.textContent = text;
  };
  function tellAbove(heading: string, items: readonly Node[]): void {
    places.tell(el("p", {}, heading), ...(items.length > 0 ? [el("ul", {}, ...items)] : []));
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
    unsaved: (error, again) => {
      say(wordsOfUnsaved(error, { ...config, again }));
      saved?.append(...wayOn(error, again));
    },
    sent,
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
    },
    sending: (is) => {
      if (send) send.disabled = is;
      if (is) {
        places.tell();
        for (const field of config.fields) mark(field, "");
        say("Sending…");
      }
    },
    failed: (error, again) => {
      say("");
      places.tell(el("p", {}, wordsOfFailure(error, { ...config, again }), ...wayOn(error, again)));
    },
  };
}

function wayOn(error: unknown, again: Again): (Node | string)[] {
  return again && isOver(error) ? [" ", button("Load it again", { class: "quiet" }, again)] : [];
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
