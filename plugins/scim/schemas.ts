// The wire shapes of the surface, and of what admins see of it.
import { t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const { scim_operations_per_patch: OPERATIONS_MAX, scim_filter_chars: FILTER_CHARS_MAX } = manifest.caps;
const INDEX_MAX = 2 ** 31 - 1;
/** The page size that there is, and the one without `count`. */
export const PAGE_MAX = 200;
export const PAGE_DEFAULT = 100;

const schemas = t.Array(t.String());
const meta = t.Object({
  resourceType: t.String(),
  created: t.Optional(t.Instant()),
  lastModified: t.Optional(t.Instant()),
  location: t.Optional(t.String()),
});

/** Only `schemas` and `id` are in every answer: `attributes` and `excludedAttributes` choose among the others. */
export const User = t.Object(
  {
    schemas,
    id: t.String({ description: "The person's user id." }),
    externalId: t.Optional(t.String({ description: "The provider's own id." })),
    userName: t.Optional(t.String({ description: "The account's e-mail address." })),
    name: t.Optional(
      t.Object(
        {
          givenName: t.Optional(t.String()),
          familyName: t.Optional(t.String()),
          formatted: t.Optional(t.String()),
        },
        { description: "Made out of the address." },
      ),
    ),
    displayName: t.Optional(t.String()),
    emails: t.Optional(
      t.Array(
        t.Object({
          value: t.Optional(t.String()),
          primary: t.Optional(t.Boolean()),
          type: t.Optional(t.String()),
        }),
      ),
    ),
    active: t.Optional(t.Boolean({ description: "False once deactivated; the user stays readable." })),
    meta: t.Optional(t.Partial(meta)),
  },
  { $id: "ScimUser" },
);

export const Group = t.Object(
  {
    schemas,
    id: t.String(),
    externalId: t.Optional(t.String({ description: "The provider's own id." })),
    displayName: t.Optional(t.String()),
    members: t.Optional(
      t.Array(
        t.Object({
          value: t.Optional(t.String({ description: "The user's id." })),
          display: t.Optional(t.String({ description: "The user's address." })),
          type: t.Optional(t.String()),
          $ref: t.Optional(t.String()),
        }),
      ),
    ),
    meta: t.Optional(t.Partial(meta)),
  },
  { $id: "ScimGroup" },
);

const page = {
  schemas,
  totalResults: t.Integer({ description: "How many there are in all." }),
  startIndex: t.Integer(),
  itemsPerPage: t.Integer(),
};

export const UserList = t.Object({ ...page, Resources: t.Array(User) }, { $id: "ScimUserList" });
export const GroupList = t.Object({ ...page, Resources: t.Array(Group) }, { $id: "ScimGroupList" });
/** What the surface says of itself. */
export const About = t.Object({ schemas }, { $id: "ScimAbout", additionalProperties: true });
export const AboutList = t.Object({ ...page, Resources: t.Array(About) }, { $id: "ScimAboutList" });

const attributeNames = (what: string) => t.Optional(t.String({ maxLength: 2000, description: what }));

/** Of everything that answers a resource. */
export const selection = {
  attributes: attributeNames("Only these attributes, with commas between."),
  excludedAttributes: attributeNames("Without these attributes, with commas between, such as members."),
};

export const listing = (filters: string) => ({
  filter: t.Optional(
    t.String({ maxLength: FILTER_CHARS_MAX, description: `One term, \`attribute operator value\`: ${filters}.` }),
  ),
  startIndex: t.Optional(
    t.Integer({ minimum: -INDEX_MAX, maximum: INDEX_MAX, description: "The first of the page, from 1." }),
  ),
  count: t.Optional(
    t.Integer({
      minimum: -INDEX_MAX,
      maximum: INDEX_MAX,
      description: `Resources a page: ${PAGE_DEFAULT} without it, at most ${PAGE_MAX}.`,
    }),
  ),
  ...selection,
});

/** Names of members are taken in any case, and values as providers write them, so that what they are is looked at in the code. */
export const UserBody = t.Caseless(
  {
    schemas: t.Optional(t.Unknown()),
    userName: t.Optional(t.Unknown({ description: "The person's e-mail address." })),
    externalId: t.Optional(t.Unknown({ description: "The provider's own id." })),
    active: t.Optional(t.Unknown({ description: "true or false, also as text." })),
  },
  { description: "Further attributes, such as names and telephone numbers, are taken and ignored." },
);

export const GroupBody = t.Caseless(
  {
    schemas: t.Optional(t.Unknown()),
    displayName: t.Optional(t.Unknown({ description: "The group's name." })),
    externalId: t.Optional(t.Unknown({ description: "The provider's own id." })),
    members: t.Optional(t.Unknown({ description: "A list of objects whose `value` is an id, externalId or address." })),
  },
  { description: "Further attributes are taken and ignored." },
);

export const Patch = t.Caseless({
  schemas: t.Optional(t.Unknown({ description: "urn:ietf:params:scim:api:messages:2.0:PatchOp" })),
  Operations: t.Optional(
    t.Array(
      t.Caseless({
        op: t.Optional(t.Unknown({ description: "add, replace or remove, in any case." })),
        path: t.Optional(t.Unknown({ description: "The attribute; without it value is an object of attributes." })),
        value: t.Optional(t.Unknown()),
      }),
      { maxItems: OPERATIONS_MAX, description: `At most ${OPERATIONS_MAX}.` },
    ),
  ),
});

const tokenFields = {
  id: t.Integer(),
  label: t.String(),
  created_at: t.Instant(),
  last_used_at: t.Nullable(t.Instant()),
  revoked: t.Boolean(),
  created_by: t.Nullable(t.String(), { description: "The address of who made it; null once they have left." }),
};
const baseUrl = t.String({ description: "What the identity provider asks for as the SCIM base address." });

export const ScimToken = t.Object(tokenFields, { $id: "ScimToken" });
export const CreatedScimToken = t.Object(
  { ...tokenFields, token: t.String({ description: "The plaintext, shown this once." }), base_url: baseUrl },
  { $id: "CreatedScimToken" },
);
export const about = {
  available: t.Boolean({ description: "Whether the plan carries provisioning." }),
  plan: t.String(),
  base_url: baseUrl,
};

export const ScimRequest = t.Object(
  {
    id: t.Integer(),
    at: t.Instant(),
    method: t.String(),
    path: t.String({ description: "With its query, decoded." }),
    asked: t.Nullable(t.String({ description: "What a write asked for, in a few words." })),
    status: t.Integer(),
    detail: t.Nullable(t.String({ description: "The words of a refusal." })),
    token: t.Object({ id: t.Integer(), label: t.String() }),
    ip: t.String(),
    ms: t.Integer({ description: "How long the answer took." }),
    request_id: t.String(),
  },
  { $id: "ScimRequest" },
);
