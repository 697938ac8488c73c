// Where a form's page shows how its answer stands:
// the places of the page that the service makes, or some that are put into a page without them.
import { el } from "./elements.ts";

export interface Places {
  /** The page has them: the service made it, or it began as such a page. */
  areOwn: boolean;
  saved: HTMLElement | null;
  notice: HTMLElement | null;
  /** Says what only a page with script does. */
  promise: HTMLElement | null;
  /** Gives out the private link. */
  resume: HTMLElement | null;
  /** Shows what is wrong with the answer, nothing of it without parts. */
  tell(...parts: Node[]): void;
  /** Where thanks are said, in place of the form. */
  end(): HTMLElement;
}

export function findPlaces(form: HTMLFormElement): Places {
  const find = (name: string) => document.querySelector<HTMLElement>(`main [data-${name}]`);
  const [faults, done] = [find("faults"), find("done")];
  if (!faults || !done) return addedPlaces(form);
  const [notice, promise] = [find("notice"), find("when")];
  const tell = (...parts: Node[]) => {
    faults.replaceChildren(...parts);
    faults.hidden = parts.length === 0;
    faults.focus();
  };
  const end = () => {
    for (const one of [form, faults, notice, promise]) one?.toggleAttribute("hidden", true);
    return done;
  };
  return { areOwn: true, saved: find("saved"), notice, promise, resume: find("resume"), tell, end };
}

/** They look as the page's own text does, in a frame. */
function addedPlaces(form: HTMLFormElement): Places {
  const faults = el("div", { role: "alert", tabindex: "-1" });
  faults.style.cssText = "border: 2px solid; padding: 0.25em 1em; margin: 0 0 1em";
  const tell = (...parts: Node[]) => {
    faults.replaceChildren(...parts);
    if (parts.length === 0) return faults.remove();
    form.insertAdjacentElement("afterbegin", faults);
    faults.focus();
  };
  const done = el("section", { tabindex: "-1" }, el("h2", {}, "Thank you"), el("p", {}, "Your answers were received."));
  const end = () => {
    // A rule of the page's own may show what is hidden.
    if (form.isConnected) form.parentNode?.replaceChild(done, form);
    return done;
  };
  return { areOwn: false, saved: null, notice: null, promise: null, resume: null, tell, end };
}
