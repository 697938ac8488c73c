// The wire shapes of tokens and of "who am I".
import { PLANS, t, VISIBILITY_LIMITS } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** The cap is the manifest's `token_ttl_days`; the schema says it too, so that OpenAPI shows it. */
const TTL_DAYS_MAX = manifest.caps.token_ttl_days;
const TTL_DAYS_DEFAULT = 365;

const TokenName = t.Called({
  maxLength: 100,
  description: "a name has 1 to 100 characters and is not only spaces",
});

export const NewToken = t.Object({
  name: TokenName,
  ttl_days: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: TTL_DAYS_MAX,
      default: TTL_DAYS_DEFAULT,
      description: "Days until the token ends; 0 means never.",
    }),
  ),
});

const tokenFields = {
  id: t.Integer(),
  name: t.String(),
  prefix: t.String({ description: "The 8 hexadecimal digits after `dsk_`." }),
};
const expiresAt = t.Nullable(t.Instant(), { description: "Null for a token that never ends." });

const TokenLimits = t.Object({
  read_only: t.Boolean(),
  toolsets: t.Nullable(t.Array(t.String()), { description: "Null for all." }),
  max_visibility: t.Nullable(t.OneOf(VISIBILITY_LIMITS), {
    description: "The widest visibility it may publish at; null for any.",
  }),
  roots: t.Nullable(t.Array(t.String()), {
    description: "Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere.",
  }),
});

export const TokenRow = t.Object(
  {
    ...tokenFields,
    created_at: t.Instant(),
    expires_at: expiresAt,
    last_used_at: t.Nullable(t.Instant()),
    revoked: t.Boolean(),
    client: t.Nullable(t.String(), { description: "The connected program that holds it; null for a token you made." }),
    limits: t.Nullable(TokenLimits, { description: "What it may do less than you; null for as much." }),
  },
  { $id: "Token" },
);

export const CreatedToken = t.Object(
  {
    ...tokenFields,
    token: t.String({ description: "The plaintext, shown this once." }),
    expires_at: expiresAt,
  },
  { $id: "CreatedToken" },
);

export const OwnName = t.Called({
  maxLength: 100,
  description: "What others see beside your address.",
  examples: ["Anna Berg"],
});

export const Me = t.Object(
  {
    email: t.String(),
    name: t.Nullable(t.String(), {
      description: "What others see beside the address; null for one who has said none.",
    }),
    workspace: t.Object({ slug: t.String(), name: t.String(), plan: t.OneOf(PLANS) }),
    is_admin: t.Boolean({ description: "Whether the person is an owner or admin of the workspace." }),
    app_url: t.String(),
  },
  { $id: "Me" },
);
