// A day and a clock with their zone, in place of the text that says all three.
import type { Config } from "./config.ts";
import { el } from "./elements.ts";
import { controlsOf, PART_OF } from "./inputs.ts";

/** Of each input that asks for such a text. */
export function mountMoments(form: HTMLFormElement, config: Config): void {
  for (const field of config.fields) {
    const [input] = controlsOf(form, field.key);
    if (!(input instanceof HTMLInputElement) || input.dataset["datetime"] === undefined) continue;
    const clock = el("input", { type: "datetime-local", step: "1", id: `${input.id}-clock`, [PART_OF]: field.key });
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
      if (input.value === "") clock.value = "";
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
