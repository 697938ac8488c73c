// Compressed forms of published text that is ready in memory: made once each, beside the answers, and forgotten with them.

import { chooseEncoding, compress, isCompressible, type KeptEncoding } from "../kernel/mod.ts";
import { packedForm, type ReadyAnswer, type ReadyForm } from "../plugins/content/port.ts";

type Forms = Partial<Record<KeptEncoding, ReadyForm | "being made">>;

/** Below this the headers weigh as much as what is saved. */
const BYTES_MIN = 1024;
/** Who comes while others are made gets the bytes as they are. */
const MAKING_MAX = 2;

/** Finds the form that a client likes best, if it is made; else starts to make it. What links open is the same for everybody. */
export function packedAnswers(): (answer: ReadyAnswer, accepted: string | null) => ReadyForm | null {
  const forms = new WeakMap<ReadyAnswer, Forms>();
  let making = 0;

  async function make(answer: ReadyAnswer, encoding: KeptEncoding): Promise<ReadyForm> {
    return packedForm(answer, {
      body: new Blob([await compress(await answer.body.bytes(), encoding, { often: true })]),
      encoding,
    });
  }

  return (answer, accepted) => {
    const encoding = chooseEncoding(accepted);
    if (encoding === null || answer.body.size < BYTES_MIN) return null;
    const made = forms.get(answer) ?? {};
    const form = made[encoding];
    if (form) return form === "being made" ? null : form;
    if (!isCompressible(answer.headers.get("content-type") ?? "")) return null;
    if (making >= MAKING_MAX) return null;
    making += 1;
    made[encoding] = "being made";
    forms.set(answer, made);
    make(answer, encoding)
      .then(
        (packed) => {
          made[encoding] = packed;
        },
        // It is tried again with the next request.
        () => {
          delete made[encoding];
        },
      )
      .finally(() => {
        making -= 1;
      });
    return null;
  };
}
