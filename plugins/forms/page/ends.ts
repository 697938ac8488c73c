// What people see of a form that takes no answers.
import { type Html, html } from "../../../kernel/plugin.ts";

export const CLOSED_TITLE = "This form takes no answers now";

/** Says nothing of why: that is for whoever made it to tell. */
export function closedMain(): Html {
  return html`<div class="card" role="status"><h1>${CLOSED_TITLE}</h1><p>It may have ended, or not have begun. Whoever sent you the link may know more.</p></div>`;
}
