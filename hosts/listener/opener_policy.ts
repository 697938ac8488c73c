// Whether a page of the app may be reached by the window that opened it (HTML, "Cross-origin opener policies").

const CONSENT_PATH = "/oauth/authorize";

/**
 * A page of the app is in a group of windows of its own, so that no foreign site can hold on to it, count its frames or lead it
 * elsewhere. A program that asks for consent in a pop-up, though, hears of the outcome by that window, which loses its opener for
 * good with the first answer that says `same-origin`: consent, and sign-in on the way there and back, leave it as it is.
 */
export function openerPolicy(url: URL, headers: Headers): "same-origin" | "unsafe-none" {
  const isOnTheWay =
    url.pathname === CONSENT_PATH ||
    leadsToConsent(url.searchParams.get("next")) ||
    leadsToConsent(headers.get("location"));
  return isOnTheWay ? "unsafe-none" : "same-origin";
}

function leadsToConsent(path: string | null): boolean {
  return path !== null && (path === CONSENT_PATH || path.startsWith(`${CONSENT_PATH}?`));
}
