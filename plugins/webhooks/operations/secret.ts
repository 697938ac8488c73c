// Putting a new signing secret in the place of the old one, which signs beside it for a while
// (rules: webhooks/rotation).
import { later, refuse, SECOND_MS, t, type WriteCall } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { managedWebhook } from "../permits.ts";
import { sealSecret } from "../secrets.ts";
import { makeSecret } from "../signing.ts";
import { rotateSecret, type WebhookRow } from "../store/webhooks.ts";

const OVERLAP_SECONDS = 86_400;
const OVERLAP_SECONDS_MAX = 7 * 86_400;

export const rotate = operation({
  id: "webhook.rotate_secret",
  route: "POST /api/webhooks/{id}/rotate-secret",
  summary: "Gives a webhook a new signing secret",
  description:
    "Until the overlap ends, requests carry a signature of each secret, and a receiver takes any of them. The new secret is in this answer and nowhere else.",
  params: t.Object({ id: t.Id({ description: "The webhook." }) }),
  body: t.Object({
    overlap_seconds: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: OVERLAP_SECONDS_MAX,
        default: OVERLAP_SECONDS,
        description: "How long the present secret signs too; 0 ends it at once, such as when it has leaked.",
      }),
    ),
    force: t.Optional(
      t.Boolean({
        default: false,
        description: "Rotates during an overlap too, which ends the oldest secret at once.",
      }),
    ),
  }),
  output: t.Object({ secret: t.String(), former_secret_until: t.Instant() }),
  permit: managedWebhook(),
  gate: "webhooks",
  unrepeatable: "the answer holds the signing secret, which is shown once",
  opens: null,
  audit: "webhook.rotate_secret",
  refuses: [409],
  async run(call, { body }) {
    const { overlap_seconds = OVERLAP_SECONDS, force = false } = body;
    const { secret, former_until } = await renewSecret(call, { overlap_seconds, force });
    return { secret, former_secret_until: former_until.toISOString() };
  },
});

/** Puts a new secret in the place of the present one. Throws 409 while another still signs beside it, unless it is forced. */
async function renewSecret(
  { subject, sql, runtime, now, note }: WriteCall<WebhookRow>,
  { overlap_seconds, force }: { overlap_seconds: number; force: boolean },
): Promise<{ secret: string; former_until: Date }> {
  const secret = makeSecret();
  const former_until = later(now, overlap_seconds * SECOND_MS);
  const secret_sealed = sealSecret(runtime.encrypter, secret);
  if (!(await rotateSecret(sql, subject, { secret_sealed, former_until, insists: force, now }))) {
    throw refuse.conflict(
      `the secret before this one signs until ${subject.former_secret_until?.toISOString()}; wait until then, or send force: true to end it now`,
    );
  }
  const meta = { overlap_seconds, force };
  note("webhook.rotate_secret", { target_type: "webhook", target_id: subject.webhook_id, meta });
  return { secret, former_until };
}
