// What a custom domain answers to the probe of a server of this deployment: that requests under its name come here.
import { anyone, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { knownPort } from "../known.ts";
import { proofFor } from "../probing.ts";

export const answerProbe = operation({
  id: "domain.probe",
  route: "GET /.well-known/docsvc-domain/{nonce}",
  host: "content",
  summary: "Proves to this service that a custom domain leads to it",
  params: t.Object({ nonce: t.String({ minLength: 16, maxLength: 64 }) }),
  raw: "download",
  anonymous: true,
  permit: anyone(),
  refuses: [404],
  run({ runtime, request, use }, { params: { nonce } }) {
    const hostname = (request.headers.get("host") ?? "").replace(/:\d*$/, "").toLowerCase();
    if (!use(knownPort).isProven(hostname)) throw refuse.notFound("not found");
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    return new Response(proofFor(runtime, { hostname, nonce }), { headers });
  },
});
