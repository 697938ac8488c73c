// The HTML that is kept as a made form's page, from which a page of somebody's own can begin.
import { encodeText } from "../../../kernel/ports/base.ts";
import { type MadeForm, madePage } from "./made_page.ts";

/** As it is when the form is made; whoever answers is shown the fields as they are by then. */
export function generatedPage(form: MadeForm): Promise<Uint8Array<ArrayBuffer>> {
  return encodeText(madePage(form));
}
