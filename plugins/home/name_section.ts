// The part of the home page on which people say as whom others see them.
import { type Actor, type Html, html } from "../../kernel/plugin.ts";

/** The script saves it. */
export function nameSection({ name, email }: Actor): Html {
  return html`
    <section aria-labelledby="seen-as">
      <div class="head"><h2 id="seen-as">How others see you</h2></div>
      <form class="card" data-name-form>
        <p class="soft">It stands beside your address, ${email}.</p>
        <label class="field"><span>Others see you as</span><input name="name" value="${name ?? ""}" required maxlength="100" autocomplete="name" dir="auto"></label>
        <p class="notice bad" role="alert" data-name-problem hidden></p>
        <button>Save</button>
      </form>
    </section>`;
}
