// What the page says on which somebody takes the deletion of their account back.
import { html, momentOf, type Page } from "../../kernel/mod.ts";
import { RETURN_PATH, type Returner } from "./way_back.ts";

export function returnPage({ person, deletion }: Returner, docs: number): Page {
  return {
    title: "Keep your account?",
    body: html`
    <h1>Keep your account?</h1>
    <p>You deleted the account <strong>${person.email}</strong>. On ${momentOf(deletion.purge_at)} it is removed for good.</p>
    ${
      docs > 0 &&
      html`<p>If you keep it, ${docs === 1 ? "your document comes" : `your ${docs} documents come`} back at the same links, and you are
    in <strong>${person.workspace.name}</strong> as before.</p>`
    }
    <p class="soft">Sessions, tokens and connected programs have ended and stay so; you make them anew.</p>
    <form method="post" action="${RETURN_PATH}">
      <p class="actions"><button class="full">Keep my account</button></p>
    </form>
    <p class="fine">If it is to go, there is nothing to do: close this page.</p>`,
  };
}
