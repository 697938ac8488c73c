// Takes the steps of a run, one after the other, as the person who saved the workflow:
// each call goes through the permits, limits and quotas of every other.
import {
  type Actor,
  isJsonObject,
  type Job,
  type JobDefinition,
  type JsonObject,
  type JsonValue,
  MINUTE_MS,
  Refusal,
  type Runtime,
  SECOND_MS,
  type Surface,
} from "../../kernel/plugin.ts";
import { findLiveToken } from "../../kernel/ports/auth.ts";
import { cutShort, isCutShort } from "../../kernel/ports/base.ts";
import { takesKey } from "../../kernel/ports/input.ts";
import { doublingBackoff, isLastTry } from "../../kernel/ports/jobs.ts";
import { checkInput } from "../../kernel/ports/pipeline.ts";
import type { ToolEntry } from "../../kernel/ports/plugin.ts";
import { keyAmong, readArguments } from "../../kernel/ports/tools.ts";
import { requestOfNobody } from "../../kernel/ports/write.ts";
import { manifest } from "../manifest.ts";
import { actsOnWorkflows } from "./checking.ts";
import { allHold } from "./conditions.ts";
import { end } from "./ending.ts";
import { BadReference, fillReferences } from "./references.ts";
import type { SentStep } from "./schemas.ts";
import { VIA } from "./starting.ts";
import {
  beginRun,
  keepStep,
  type OpenRun,
  RUN_JOB,
  readStanding,
  type Standing,
  type StepResult,
} from "./store/runs.ts";

const { workflow_run_seconds: SECONDS_MAX, workflow_output_bytes: OUTPUT_BYTES_MAX } = manifest.caps;

const ATTEMPTS_MAX = 6;

/** What became of a step, and what later ones may refer to: that of a tool whose answer is kept nowhere is secret. */
interface Taken {
  result: StepResult;
  output: JsonValue;
  is_secret: boolean;
}

export function runJob(runtime: Runtime, surface: Surface): JobDefinition {
  return {
    kind: RUN_JOB,
    attempts_max: ATTEMPTS_MAX,
    backoff_ms: doublingBackoff(5 * SECOND_MS, 5 * MINUTE_MS),
    run: (job, { signal }) => run({ runtime, surface, signal }, job),
  };
}

/** What every step stands on. */
interface Ground {
  runtime: Runtime;
  surface: Surface;
  /** Ends when another server has taken the run over. */
  signal: AbortSignal;
}

async function run(ground: Ground, job: Job): Promise<void> {
  const { runtime } = ground;
  const { payload } = job;
  const is_last_try = isLastTry(job, { attempts_max: ATTEMPTS_MAX });
  const { sql } = runtime.database;
  const run_id = Number(payload["run_id"]);
  const open = await beginRun(sql, { run_id, now: runtime.clock.now() });
  if (!open) return;
  const results = [...open.results];
  const ends = (error: string | null) => end(runtime, { run_id, error, results, now: runtime.clock.now() });
  const context = contextOf(open);
  const kept = { ...context, steps: { ...context.steps } };
  const started = performance.now();
  for (const [place, step] of open.steps.entries()) {
    if (place < results.length) continue;
    if (ground.signal.aborted) return;
    // Thrown, so that another server, or this one once it is back, goes on behind what is kept.
    if (runtime.leaving.aborted) throw cutShort(new Error("the server stops in the middle of a run"));
    if ((performance.now() - started) / 1000 > SECONDS_MAX)
      return ends(`the run took longer than ${SECONDS_MAX} seconds; ${place} of its steps are taken`);
    // Asked before each step: what was taken away since the one before is taken away from the rest of the run.
    const standing = await readStanding(sql, run_id);
    if (!standing) return;
    const actor = await actorOf(runtime, standing);
    if (typeof actor === "string") return ends(actor);
    const taken = await take(ground, { run_id, place, step, actor, context, is_last_try });
    results.push(taken.result);
    const name = step.name ?? String(place);
    context.steps[name] = taken.output;
    kept.steps[name] = taken.is_secret ? null : taken.output;
    if (taken.result.status === "failed")
      return ends(`step ${step.name ?? place} (${step.tool}): ${taken.result.error}`);
    await keepStep(sql, { run_id, results, context: kept });
  }
  await ends(null);
}

function contextOf({ context, run_id, workflow_id, workflow_name, started_at }: OpenRun) {
  const steps = isJsonObject(context["steps"]) ? context["steps"] : {};
  return {
    ...context,
    run: { id: run_id, started_at: (started_at ?? new Date()).toISOString() },
    workflow: { id: workflow_id, name: workflow_name },
    steps,
  } satisfies JsonObject;
}

/** As whom it acts, or why it cannot. */
async function actorOf(
  runtime: Runtime,
  { owner_id, token_id, workspace_id, cause, enabled }: Standing,
): Promise<Actor | string> {
  if (!enabled && cause !== "manual") return "this workflow was switched off";
  const person = await runtime.identifier.identifyId(owner_id);
  if (person?.workspace.id !== workspace_id) return "who saved this workflow is no active member any more";
  const by = { token_id: token_id ?? 0, user_id: owner_id, now: runtime.clock.now() };
  const token = token_id === null ? null : await findLiveToken(runtime.database.sql, by);
  if (token_id !== null && !token)
    return "the token that this workflow was saved with has ended; save it again, with another or signed in";
  // No session stands behind it, so that it may do nothing that asks for one.
  return { ...person, credential: "ticket", token };
}

interface Taking {
  run_id: number;
  place: number;
  step: SentStep;
  actor: Actor;
  context: JsonObject;
  is_last_try: boolean;
}

/** Throws where trying again later may do. */
async function take(ground: Ground, { run_id, place, step, actor, context, is_last_try }: Taking): Promise<Taken> {
  const started = performance.now();
  const told = (status: StepResult["status"], error: string | null): StepResult => ({
    ...{ tool: step.tool, name: step.name ?? null, status, error },
    duration_ms: Math.round(performance.now() - started),
  });
  const ended = (status: "left_out" | "failed", error: string | null): Taken => ({
    ...{ result: told(status, error), output: null, is_secret: false },
  });
  try {
    if (!allHold(step.when ?? [], context)) return ended("left_out", null);
    const args = fillReferences((step.args ?? {}) as JsonObject, context);
    const answer = await call(ground, { tool: step.tool, args, actor, key: `workflow-run-${run_id}-${place}` });
    return { result: told("done", null), ...answer };
  } catch (error) {
    if (error instanceof BadReference) return ended("failed", error.message);
    if (isCutShort(error)) throw error;
    const isPassing = error instanceof Refusal ? error.kind === "unavailable" : !is_last_try;
    if (isPassing && !is_last_try) throw error;
    if (error instanceof Refusal) return ended("failed", error.message);
    ground.runtime.log.error({ err: error, run_id, tool: step.tool }, "a step of a workflow failed by our own fault");
    return ended("failed", "internal error");
  }
}

/** A key makes a step that is taken again after a crash answer as it did, and change nothing twice. */
async function call(
  { runtime, surface, signal }: Ground,
  { tool, args, actor, key }: { tool: string; args: JsonObject; actor: Actor; key: string },
): Promise<Pick<Taken, "output" | "is_secret">> {
  const { tools, formerTools } = surface.catalogue;
  const called = tools.get(tool) ?? formerTools.get(tool);
  if (!called || actsOnWorkflows(called)) throw new BadReference(`this server has no tool "${tool}" any more`);
  const { entry } = called;
  const input = await checkInput(entry, readArguments(called, args));
  const { value } = await surface.perform({
    ...{ entry, called: tool, actor, via: VIA, input, now: runtime.clock.now() },
    facts: requestOfNobody(runtime, { id: key, signal }),
    idempotency_key: keyOf(called, args, key),
  });
  return { output: value instanceof Response ? null : outputOf(value), is_secret: entry.unrepeatable !== null };
}

/** The step's own key before the run's; none where an answer may not be remembered, such as one that holds a secret. */
function keyOf(called: ToolEntry, args: JsonObject, key: string): string | null {
  const { entry } = called;
  if (entry.once !== null) return args[entry.once] ? null : key;
  return takesKey(entry) ? (keyAmong(called, args) ?? key) : null;
}

/** Null for what is too long to be referred to. */
function outputOf(value: unknown): JsonValue {
  const text = JSON.stringify(value ?? null);
  return Buffer.byteLength(text) > OUTPUT_BYTES_MAX ? null : JSON.parse(text);
}
