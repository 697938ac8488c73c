// What the page says on which somebody takes the deletion of their account back.
import { html, momentOf, type Page } from "../../kernel/plugin.ts";
import { RETURN_PATH, type Returner } from "./way_back.ts";

/** What of the account may come back as things stand. */
export interface Room {
  docs: number;
  /** For all of them. */
  has_room: boolean;
  has_seat: boolean;
}

export function returnPage({ person, deletion }: Returner, { docs, has_room, has_seat }: Room): Page {
  const workspace = html`<strong>${person.workspace.name}</strong>`;
  return {
    title: "Keep your account?",
    body: html`
    <h1>Keep your account?</h1>
    <p>You deleted the account <strong>${person.email}</strong>. On ${momentOf(deletion.purge_at)} it is removed for good.</p>
    ${
      docs > 0 &&
      has_room &&
      html`<p>If you keep it, ${docs === 1 ? "your document comes" : `your ${docs} documents come`} back at the same links, and you are
    in ${workspace} as before.</p>`
    }
    ${
      docs > 0 &&
      !has_room &&
      html`<p>If you keep it, you are in ${workspace} as before. There is no room for ${docs === 1 ? "your document" : `your ${docs} documents`}
    at present: what you deleted stays in the trash for another 7 days, and you bring it back from there once there is room.</p>`
    }
    ${!has_seat && html`<p>${workspace} has no seat left. Ask one of its owners to make room; until then the button cannot bring you back.</p>`}
    <p class="soft">Sessions, tokens and connected programs have ended and stay so; you make them anew.</p>
    <form method="post" action="${RETURN_PATH}">
      <p class="actions"><button class="full">Keep my account</button></p>
    </form>
    <p class="fine">If it is to go, there is nothing to do: close this page.</p>`,
  };
}
