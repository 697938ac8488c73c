// Makes pages again whose references have come to lead elsewhere, after the change that did it:
// the pages are other documents'.
import { type Job, type JobDefinition, MINUTE_MS, type Runtime } from "../../../kernel/plugin.ts";
import { RELINK_KIND } from "../store/names/relink.ts";
import { renewLinking } from "../store/writing/pages.ts";

export function relinkJob(runtime: Runtime): JobDefinition {
  return {
    kind: RELINK_KIND,
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    run: (job) =>
      runtime.database.withTransaction((sql) => renewLinking({ sql, now: runtime.clock.now() }, readRelink(job))),
  };
}

function readRelink({ payload }: Job) {
  return {
    workspace_id: Number(payload["workspace_id"]),
    aliases: textsOf(payload["aliases"]),
    doc_ids: textsOf(payload["doc_ids"]),
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
