// The kernel's door for plugins to operations beyond the plain one:
// one statement for all, resources, what a declaration says.

export type { ReadCall, RecordingCall } from "../operation/call.ts";
export { findNamed } from "../operation/named.ts";
export {
  type Answered,
  type Elsewhere,
  type ErrorFormat,
  jsonTypeOf,
  type Tool,
  type Typed,
} from "../operation/operation.ts";
export { ResourceContent, ResourcePage, type ResourceTemplate } from "../operation/resource.ts";
export type { Gathered, NotedRows, Shared, Single, SingleParts } from "../operation/single.ts";
