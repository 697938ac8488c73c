// What a form's page shows beside its inputs: that an answer goes on, the link that takes it elsewhere, and its end.
import type { Config } from "./config.ts";
import { button, el } from "./elements.ts";
import type { Places } from "./places.ts";
import type { Session } from "./session.ts";
import { listen, type Voice } from "./voice.ts";

/** Answers what shows the end of an answer that was sent. A page whose own script speaks of its answer is left to it. */
export function mountStates({
  config,
  session,
  places,
  voice,
}: {
  config: Config;
  session: Session;
  places: Places;
  voice: Voice;
}): () => void {
  const { promise, resume, notice } = places;
  if (promise) promise.hidden = false;
  if (resume && config.autosave) {
    resume.hidden = false;
    resume.addEventListener("click", () => void copy(resume, session.resumeLink));
  }
  listen("service:restored", () => {
    if (voice.isHeard()) return;
    if (session.current().status === "complete") return finish({ again: true });
    if (!notice) return;
    notice.textContent = "You go on with what you answered before.";
    notice.hidden = false;
  });
  return () => {
    if (!voice.hears("service:submitted")) finish({ again: false });
  };

  function finish({ again }: { again: boolean }): void {
    const done = places.end();
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
