// How workflows and runs look wherever they stand: when one begins, and what became of a run.
import type { Static } from "../../../kernel/plugin.ts";
import type { Run, Workflow } from "../schemas.ts";
import type { workflowWords } from "./words.ts";

export const RUN_LOOKS: Readonly<Record<Static<typeof Run>["status"], string>> = {
  queued: "chip",
  running: "chip",
  done: "chip good",
  failed: "chip bad",
};

export function whenWords(
  words: ReturnType<typeof workflowWords>,
  { type, event = "", filter, cron = "", timezone = "UTC" }: Static<typeof Workflow>["trigger"],
): string {
  if (type === "event") return filter?.length ? words.at_some(event) : words.at_event(event);
  return type === "schedule" ? words.at_time(cron, timezone) : words.by_hand;
}
