// The kernel's door for plugins to operations as tools for agents.

export { BUDGET_ARGUMENTS, BUDGET_CHARS, type Budget, readBudget } from "../tools/budget.ts";
export { keyAmong, type ObjectSchema, pickResult, readArguments } from "../tools/tools.ts";
