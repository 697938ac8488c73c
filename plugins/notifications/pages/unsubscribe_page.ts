// The page behind the link in a digest: a button that ends such mails, and afterwards how to have them again.
import { html, type Page } from "../../../kernel/plugin.ts";
import { INBOX_PATH } from "../app/paths.ts";
import { SETTINGS_PATH } from "../settings_path.ts";

export function unsubscribePage({ email, is_on }: { email: string; is_on: boolean }): Page {
  if (!is_on) {
    return {
      title: "No more digests",
      body: html`
    <h1>No more digests</h1>
    <p role="status">No mail that gathers your notifications goes to <strong>${email}</strong> any more.</p>
    <p>You find them <a href="${INBOX_PATH}">in your inbox</a> all the same. Mails that wait for a decision of yours, such as a request for access, still come.</p>
    <p class="actions"><a class="button full" href="${SETTINGS_PATH}">Notification settings</a></p>`,
    };
  }
  return {
    title: "No more digests?",
    body: html`
    <h1>No more digests?</h1>
    <p>The mail that gathers what you were told of goes to <strong>${email}</strong>, at most every quarter of an hour.</p>
    <form method="post">
      <button class="full">Send no more of them</button>
    </form>
    <p class="fine"><a href="${SETTINGS_PATH}">Choose what you are told of</a> instead.</p>`,
  };
}
