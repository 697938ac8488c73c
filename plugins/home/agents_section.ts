// The part of the home page on which owners and admins write what their workspace tells every member's agent.
import { type Html, html } from "../../kernel/plugin.ts";

/** `path` is the route that reads and changes the words; the script fills them in. */
export function agentsSection(path: string): Html {
  return html`
    <section aria-labelledby="agents">
      <div class="head"><h2 id="agents">Instructions for agents</h2></div>
      <form class="card" data-agents="${path}">
        <p class="soft">Every member's agent is told this when it connects: what to publish where, how to name things, what never to publish.</p>
        <label class="field"><span>Instructions</span>
          <textarea name="instructions" rows="6" maxlength="8000" placeholder="Put meeting notes into Notes/ and tag them with the team." disabled></textarea>
        </label>
        <p class="notice bad" role="alert" data-agents-problem hidden></p>
        <button disabled>Save instructions</button>
      </form>
    </section>`;
}
