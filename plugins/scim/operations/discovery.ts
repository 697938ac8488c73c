// Discovery: what a provider can ask of the surface before it sends anything (RFC 7644, 4).
import { refuse } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { listResourceTypes, listSchemas, showConfig } from "../discovery.ts";
import { SURFACE } from "../provisioner.ts";
import { About, AboutList } from "../schemas.ts";
import { showList } from "../showing.ts";

export const readConfig = operation({
  ...SURFACE,
  id: "scim.config",
  route: "GET /scim/v2/ServiceProviderConfig",
  summary: "What the provisioning surface supports",
  output: About,
  run: ({ runtime }) => showConfig(runtime),
});

export const readResourceTypes = operation({
  ...SURFACE,
  id: "scim.resource_type.list",
  route: "GET /scim/v2/ResourceTypes",
  summary: "The kinds of resources: User and Group",
  output: AboutList,
  run: ({ runtime }) => showAll(listResourceTypes(runtime)),
});

export const readResourceType = operation({
  ...SURFACE,
  id: "scim.resource_type.get",
  route: "GET /scim/v2/ResourceTypes/{name}",
  summary: "One kind of resources",
  output: About,
  run: ({ runtime }, { params }) => demandOne(listResourceTypes(runtime), params.name),
});

export const readSchemas = operation({
  ...SURFACE,
  id: "scim.schema.list",
  route: "GET /scim/v2/Schemas",
  summary: "The attributes of users and groups",
  output: AboutList,
  run: ({ runtime }) => showAll(listSchemas(runtime)),
});

export const readSchema = operation({
  ...SURFACE,
  id: "scim.schema.get",
  route: "GET /scim/v2/Schemas/{urn}",
  summary: "The attributes of one of them",
  output: About,
  run: ({ runtime }, { params }) => demandOne(listSchemas(runtime), params.urn),
});

function showAll<R>(resources: readonly R[]) {
  return showList(resources, { total: resources.length, startIndex: 1 });
}

function demandOne<R extends { id: string }>(all: readonly R[], id: string): R {
  const one = all.find((resource) => resource.id.toLowerCase() === id.toLowerCase());
  if (!one) throw refuse.notFound(`"${id.slice(0, 120)}" is not known; there are ${all.map((r) => r.id).join(", ")}`);
  return one;
}
