// Generates the types of the TypeScript client from the document; a tool of development, so no server imports it.
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "./document.ts";

const HEADER = `// Generated from openapi/openapi.json by "bun run openapi": what every route takes and answers. Do not edit.
`;

/** The source of `openapi/client/schema.ts`. Throws when the document is not valid OpenAPI. */
export async function generateClientTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    // A default makes a member optional for whoever sends it.
    defaultNonNullable: false,
    transform: (schema) =>
      "contentMediaType" in schema && schema.contentMediaType === "application/octet-stream"
        ? ts.factory.createTypeReferenceNode("Blob")
        : undefined,
  });
  return `${HEADER}${astToString(nodes)}`;
}
