// What a workflow has to be, beyond its shape:
// tools that there are, arguments that they take, references that can lead somewhere.

import { isJsonObject, type JsonObject, Refusal, refuse } from "../../kernel/plugin.ts";
import { hears } from "../../kernel/ports/hooks.ts";
import { checkInput } from "../../kernel/ports/pipeline.ts";
import type { Catalogue, ToolEntry } from "../../kernel/ports/plugin.ts";
import { readArguments } from "../../kernel/ports/tools.ts";
import { manifest } from "../manifest.ts";
import { type Condition, TESTS } from "./conditions.ts";
import { BadReference, findReferences, readReference } from "./references.ts";
import { nextTime } from "./schedule.ts";
import type { SentStep, SentTrigger } from "./schemas.ts";

export type Tools = ReadonlyMap<string, ToolEntry>;

/** Of all steps as text. */
const BYTES_MAX = manifest.caps.workflow_bytes;

/** Throws 400 for members that are not the type's, and for a filter that cannot hold. */
export function checkTrigger(trigger: SentTrigger): void {
  const { type, event, filter, cron, timezone } = trigger;
  const isOf = (wanted: SentTrigger["type"], members: Record<string, unknown>) => {
    const sent = Object.keys(members).filter((name) => members[name] !== undefined);
    if (type !== wanted && sent[0] !== undefined)
      throw refuse.invalid(`trigger.${sent[0]} is of the type "${wanted}"; this one is "${type}"`);
  };
  isOf("event", { event, filter });
  isOf("schedule", { cron, timezone });
  if (type === "event" && event === undefined)
    throw refuse.invalid('trigger.event is missing: name an action such as "doc.publish", or a family such as "doc.*"');
  if (type === "schedule" && cron === undefined)
    throw refuse.invalid('trigger.cron is missing: write a schedule such as "0 9 * * 1-5"');
  checkConditions(filter ?? [], "trigger.filter", { event: true, steps: [], roots: ["event"] });
  if (type === "schedule" && nextTime(trigger, new Date()) === null)
    throw refuse.invalid(`trigger.cron: "${cron}" never comes; write a schedule that does`);
}

/** Throws 400 for an event that nothing of this server is called, so that a slip shows. */
export function checkEvent({ event }: SentTrigger, actions: readonly string[]): void {
  if (event === undefined || actions.some((action) => hears(event, action))) return;
  throw refuse.invalid(
    `trigger.event: nothing that happens here is called "${event}"; GET /api/audit/actions lists what does`,
  );
}

/** Throws 400 for a step that no run could take. */
export async function checkSteps(
  steps: readonly SentStep[],
  { trigger, tools }: { trigger: SentTrigger; tools: Tools },
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(steps));
  if (bytes > BYTES_MAX) throw refuse.invalid(`steps are ${bytes} bytes; a workflow has at most ${BYTES_MAX}`);
  const names: string[] = [];
  for (const [place, step] of steps.entries()) {
    const at = `steps[${place}]`;
    if (step.name !== undefined && names.includes(step.name))
      throw refuse.invalid(`${at}.name: there is a step "${step.name}" before it; give each its own`);
    const known = { event: trigger.type === "event", steps: names };
    const references = within(`${at}.args`, () => findReferences((step.args ?? {}) as JsonObject));
    for (const reference of references) checkReference(reference, `${at}.args`, known);
    checkConditions(step.when ?? [], `${at}.when`, known);
    const called = tools.get(step.tool);
    if (!called) throw refuse.invalid(`${at}.tool: this server has no tool "${step.tool}"`);
    if (actsOnWorkflows(called))
      throw refuse.invalid(
        `${at}.tool: a step may not call "${step.tool}", so that no workflow starts or changes another`,
      );
    await checkArguments(called, (step.args ?? {}) as JsonObject, { at, is_open: references.length > 0 });
    names.push(step.name ?? String(place));
  }
}

/** Whether a tool starts or changes workflows, which no step does (rules: workflows/events). */
export function actsOnWorkflows({ entry }: ToolEntry): boolean {
  return entry.plugin === "workflows" && entry.effect === "write";
}

/** The tools that a step may name, by the names that they had before too. */
export function toolsOf({ tools, formerTools }: Pick<Catalogue, "tools" | "formerTools">): Tools {
  return new Map([...formerTools, ...tools]);
}

/** What is known by the time of a step. */
interface Known {
  event: boolean;
  /** The steps before it, by their names, or by their places where they have none. */
  steps: readonly string[];
  /** Of a filter, which is asked before there is a run. */
  roots?: readonly string[];
}

const ROOTS = ["event", "input", "run", "steps", "workflow"];

/** What there is of those that look alike in every run. */
const MEMBERS = new Map([
  ["event", ["id", "action", "actor", "target_type", "target_id", "meta", "created_at"]],
  ["run", ["id", "started_at"]],
  ["workflow", ["id", "name"]],
]);

function checkReference(reference: readonly string[], at: string, known: Known): void {
  const [root = "", step] = reference;
  const text = reference.join(".");
  const { roots = ROOTS } = known;
  if (!roots.includes(root))
    throw refuse.invalid(`${at}: {{${text}}} begins with none of what is known there: ${roots.join(", ")}`);
  if (root === "event" && !known.event)
    throw refuse.invalid(`${at}: {{${text}}} is of an event, and this workflow waits for none`);
  const members = MEMBERS.get(root);
  if (members && step !== undefined && !members.includes(step))
    throw refuse.invalid(`${at}: {{${text}}} leads to nothing; ${root} has ${members.join(", ")}`);
  if (root !== "steps") return;
  if (step === undefined || !known.steps.includes(step))
    throw refuse.invalid(
      `${at}: {{${text}}} names no step before it; there ${known.steps.length === 0 ? "is none" : `are ${known.steps.join(", ")}`}`,
    );
}

function checkConditions(conditions: readonly Condition[], at: string, known: Known): void {
  for (const [place, condition] of conditions.entries()) {
    const here = `${at}[${place}]`;
    const tests = TESTS.filter((name) => condition[name] !== undefined);
    if (tests.length !== 1)
      throw refuse.invalid(`${here} has ${tests.join(" and ") || "no test"}; give it one of ${TESTS.join(", ")}`);
    checkReference(
      within(`${here}.of`, () => readReference(condition.of)),
      `${here}.of`,
      known,
    );
  }
}

/** Those without references are held to all that the tool asks for; of the others only the names can be told by now. */
async function checkArguments(
  called: ToolEntry,
  args: JsonObject,
  { at, is_open }: { at: string; is_open: boolean },
): Promise<void> {
  const { properties, required } = called.shape.inputSchema;
  const taken = (name: string) => Object.hasOwn(properties, called.shape.synonyms.get(name) ?? name);
  const unknown = Object.keys(args).find((name) => !taken(name));
  if (unknown !== undefined) {
    const names = Object.keys(properties).join(", ") || "no arguments";
    throw refuse.invalid(
      `${at}.args: ${called.tool.name} has no argument "${unknown.slice(0, 80)}"; it takes ${names}`,
    );
  }
  const given = new Set(Object.keys(args).map((name) => called.shape.synonyms.get(name) ?? name));
  const missing = (required ?? []).find((name) => !given.has(name));
  if (missing !== undefined) throw refuse.invalid(`${at}.args: ${called.tool.name} needs "${missing}"`);
  if (is_open) return;
  try {
    await checkInput(called.entry, readArguments(called, args));
  } catch (error) {
    if (error instanceof Refusal) throw refuse.invalid(`${at}.args: ${error.message}`);
    throw error;
  }
}

function within<T>(at: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadReference) throw refuse.invalid(`${at}: ${error.message}`);
    throw error;
  }
}

/** Of what a person sends along with a run by hand. Throws 400 for more than a run may know. */
export function checkSent(input: unknown): JsonObject {
  const sent = isJsonObject(input) ? input : {};
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > BYTES_MAX) throw refuse.invalid(`input is ${bytes} bytes; a run takes at most ${BYTES_MAX}`);
  return sent;
}
