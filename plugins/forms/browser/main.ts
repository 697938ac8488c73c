// The script of a form's page:
// `window.ServiceForm` for whoever makes the page, and everything for the page that the service makes.
import { bindForm } from "./binding.ts";
import { takeConfig } from "./config.ts";
import { facesOf } from "./faces.ts";
import { mountMoments } from "./moments.ts";
import { findPlaces } from "./places.ts";
import { openSession, type Patch } from "./session.ts";
import { mountStates } from "./states.ts";
import { hearPage, listen, NO_VOICE } from "./voice.ts";

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
  /** The `work` that a page which posts by itself sends with its ticket, without a name the one in its form; null where the form asks for none. */
  proof: (token?: string) => session.proof(token ?? ticketOfForm()),
});
Object.defineProperty(window, "ServiceForm", { value: ServiceForm });
const voice = config.made ? NO_VOICE : hearPage();

declare global {
  interface Window {
    ServiceForm: typeof ServiceForm;
  }
}

function ticketOfForm(): string | undefined {
  const input = document.querySelector<HTMLInputElement>("form[data-service-form] input[name=_service_token]");
  return input === null || input.value === "" ? undefined : input.value;
}

function start(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-service-form]");
  if (!form) return;
  const places = findPlaces(form);
  mountMoments(form, config);
  const sent = mountStates({ config, session, places, voice });
  bindForm(form, { config, session, faces: facesOf(form, { config, places, sent }) });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

// Another private link in the same window is another answer.
listen("hashchange", () => {
  if (/[#&]resume=/.test(location.hash)) location.reload();
});
