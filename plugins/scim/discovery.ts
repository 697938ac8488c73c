// What the surface says of itself: its features, its resources, and their attributes (RFC 7643, 5 to 7).
import type { Runtime } from "../../kernel/plugin.ts";
import { CONFIG_SCHEMA, GROUP_SCHEMA, SCHEMA_SCHEMA, SCIM_PATH, TYPE_SCHEMA, USER_SCHEMA } from "./protocol/urns.ts";
import { PAGE_MAX } from "./schemas.ts";

type Base = Pick<Runtime, "config">;

function metaOf({ config }: Base, resourceType: string, path: string) {
  return { resourceType, location: `${config.base_url}${SCIM_PATH}/${path}` };
}

export function showConfig(runtime: Base) {
  return {
    schemas: [CONFIG_SCHEMA],
    documentationUri: `${runtime.config.base_url}/docs`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A SCIM token of the workspace, as Authorization: Bearer.",
        primary: true,
      },
    ],
    meta: metaOf(runtime, "ServiceProviderConfig", "ServiceProviderConfig"),
  };
}

export function listResourceTypes(runtime: Base) {
  return [
    { name: "User", endpoint: "/Users", schema: USER_SCHEMA, description: "People of the workspace." },
    { name: "Group", endpoint: "/Groups", schema: GROUP_SCHEMA, description: "Groups of them, for giving access." },
  ].map((type) => ({
    schemas: [TYPE_SCHEMA],
    id: type.name,
    ...type,
    schemaExtensions: [],
    meta: metaOf(runtime, "ResourceType", `ResourceTypes/${type.name}`),
  }));
}

export function listSchemas(runtime: Base) {
  return [
    { id: USER_SCHEMA, name: "User", description: "A person's account.", attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: "Group", description: "A group of people.", attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    ...schema,
    meta: metaOf(runtime, "Schema", `Schemas/${schema.id}`),
  }));
}

/** An attribute as a schema describes it, with what most of them have. */
function attribute(name: string, description: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...more,
  };
}

const READ_ONLY = { mutability: "readOnly" };

const USER_ATTRIBUTES = [
  attribute("userName", "The person's e-mail address.", { required: true, uniqueness: "server" }),
  attribute("externalId", "The provider's own id.", { uniqueness: "server" }),
  attribute("displayName", "Made out of the address.", READ_ONLY),
  attribute("name", "Made out of the address.", {
    ...READ_ONLY,
    type: "complex",
    subAttributes: ["givenName", "familyName", "formatted"].map((part) =>
      attribute(part, "A part of the name.", READ_ONLY),
    ),
  }),
  attribute("emails", "The address once more.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The address; setting it changes userName."),
      attribute("primary", "Always true.", { ...READ_ONLY, type: "boolean" }),
      attribute("type", "Always work.", READ_ONLY),
    ],
  }),
  attribute("active", "False ends every way in, and frees the seat.", { type: "boolean" }),
];

const GROUP_ATTRIBUTES = [
  attribute("displayName", "The group's name.", { required: true, uniqueness: "server" }),
  attribute("externalId", "The provider's own id.", { uniqueness: "server" }),
  attribute("members", "Who is in the group.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The user's id, externalId or address.", { mutability: "immutable" }),
      attribute("display", "The user's address.", READ_ONLY),
      attribute("type", "Always User.", READ_ONLY),
      attribute("$ref", "The user's address on this surface.", {
        ...READ_ONLY,
        type: "reference",
        referenceTypes: ["User"],
      }),
    ],
  }),
];
