// The script of a form's page: `window.ServiceForm` for whoever makes the page, and everything for the page that the service makes.
import { bindForm } from "./binding.ts";
import { takeConfig } from "./config.ts";
import { madeFaces, mountStates, NO_FACES } from "./made.ts";
import { mountMoments } from "./moments.ts";
import { openSession, type Patch } from "./session.ts";

const config = takeConfig();
const session = openSession(config);

/** What a page's own script is offered. */
const ServiceForm = Object.freeze({
  /** The respondent's answer: `{data, version, status}`. */
  ready: session.ready,
  /** Saves some fields of it; null clears one. */
  save: (patch: Patch) => session.save(patch),
  /** Leads whoever has it to this answer. */
  resumeLink: session.resumeLink,
  /** Holds the answer to all rules of its fields, and sends it. */
  complete: () => session.complete(),
});
Object.defineProperty(window, "ServiceForm", { value: ServiceForm });

declare global {
  interface Window {
    ServiceForm: typeof ServiceForm;
  }
}

function start(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-service-form]");
  if (!form) return;
  if (!config.made) {
    bindForm(form, { config, session, faces: NO_FACES });
    return;
  }
  mountMoments(form, config);
  const bound = bindForm(form, { config, session, faces: madeFaces(form, config) });
  mountStates(form, { config, session, bound });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

// Another private link in the same window is another answer.
addEventListener("hashchange", () => {
  if (/[#&]resume=/.test(location.hash)) location.reload();
});
