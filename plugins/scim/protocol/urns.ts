// The names of SCIM's schemas and messages (RFC 7643, 8.7; RFC 7644, 8.2), and what is written before an attribute.

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const LIST_MESSAGE = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const PATCH_MESSAGE = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const CONFIG_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
export const TYPE_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
export const SCHEMA_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** Where the surface lies on the app host. */
export const SCIM_PATH = "/scim/v2";

/** An attribute's name without the name of its core schema before it, in lower case (RFC 7643, 2.1; RFC 7644, 3.10). */
export function bareAttribute(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, "");
}
