// The choice of where something new lies, in forms of the page of what is new.
import { type Html, html } from "../../../kernel/plugin.ts";
import { TOGETHER } from "../door/together.ts";
import { appWords } from "../words.ts";
import type { Fields } from "./form.ts";
import type { NewAsking, NewPlace } from "./slots.ts";

/** How an operation is told a place; most call it `root` and `folder`. */
type Told = (place: NewPlace) => Record<string, string>;

const asRootAndFolder: Told = ({ root, folder }) => ({ root: root ?? "~", folder });

/** A control that says where it lies. */
export function placeField<I>(
  { call, place, places }: NewAsking,
  fields: Pick<Fields<I>, "choice">,
  told: Told = asRootAndFolder,
): Html {
  const said = (one: NewPlace) => new URLSearchParams(told(one)).toString();
  const options = places.map((one) => ({ value: said(one), label: one.label }));
  return fields.choice(TOGETHER, { label: appWords(call).new_where, value: said(place), options });
}

/** A key of its own for each time that a form is shown, so that sent twice it makes one thing. */
export function onceKey(): Html {
  return html`<input type="hidden" name="~key" value="${crypto.randomUUID()}">`;
}
