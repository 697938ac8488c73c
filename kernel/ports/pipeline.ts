// The kernel's door for plugins to the pipeline's own steps, for surfaces that take them one by one.

export { databaseRefusal } from "../pipeline/database_refusal.ts";
export { isKeyKnown } from "../pipeline/idempotency.ts";
export { checkInput, readInput } from "../pipeline/input.ts";
