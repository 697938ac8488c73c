// The parts of an OpenAPI 3.1 document that this project writes,
// so that the compiler holds the builder to the standard's words.
import type { GateEntry, QuotaEntry } from "../kernel/plugin.ts";

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

export interface ReferenceObject {
  $ref: string;
}

export interface MediaTypeObject {
  schema?: JsonSchema;
  encoding?: Record<string, { contentType: string }>;
}

export interface HeaderObject {
  description: string;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, HeaderObject | ReferenceObject>;
  content?: Record<string, MediaTypeObject>;
}

export interface ParameterObject {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface RequestBodyObject {
  description?: string;
  required: boolean;
  content: Record<string, MediaTypeObject>;
}

export interface ServerObject {
  url: string;
  description: string;
}

/** What an operation holds its callers to, as extension members. */
export interface RulesExtension {
  "x-permission"?: string;
  "x-plan"?: PlanExtension;
  "x-quota"?: QuotaExtension;
  /** A bucket that a request uses up of another account. */
  "x-charges"?: QuotaExtension;
  /** The audit actions that the operation may write. */
  "x-audit"?: readonly string[];
}

export interface OperationObject extends RulesExtension {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  servers?: ServerObject[];
  security?: Record<string, string[]>[];
  parameters?: ParameterObject[];
  requestBody?: RequestBodyObject;
  responses: Record<string, ResponseObject | ReferenceObject>;
  /** The name of the first tool that the operation feeds; further ones are under the root's `x-mcp-tools`. */
  "x-mcp-tool"?: string;
}

/** The feature that a plan must carry. `conditional`: only some requests need it. */
export interface PlanExtension {
  feature: string;
  plan: GateEntry["plan"];
  status: GateEntry["status"];
  conditional: boolean;
}

/** The bucket that a request counts against. `conditional`: only some requests count. */
export interface QuotaExtension {
  name: string;
  limit: number;
  window_seconds: number;
  per: QuotaEntry["per"];
  conditional: boolean;
}

/** A tool that no operation of `paths` names: a further one of its operation, or one of an operation without a route. */
export interface ToolExtension extends RulesExtension {
  operation: string;
  tag: string;
  description: string;
  input?: JsonSchema;
  output?: JsonSchema;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: {
    title: string;
    summary: string;
    description: string;
    version: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
  };
  servers: ServerObject[];
  security: Record<string, string[]>[];
  tags: { name: string; "x-displayName": string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    securitySchemes: Record<
      string,
      { description: string } & ({ type: "http"; scheme: string } | { type: "apiKey"; in: "cookie"; name: string })
    >;
    headers: Record<string, HeaderObject>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
  };
  "x-mcp-tools": Record<string, ToolExtension>;
}
