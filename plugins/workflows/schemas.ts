// The wire shapes of workflows and their runs.
import { type Static, t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const {
  workflow_steps: STEPS_MAX,
  workflow_conditions: CONDITIONS_MAX,
  workflow_reference_chars: REFERENCE_CHARS_MAX,
} = manifest.caps;

const scalar = (description: string) =>
  t.Union([t.Nullable(t.String({ maxLength: 1000 })), t.Number(), t.Boolean()], { description });

const ConditionShape = t.Object(
  {
    of: t.String({
      minLength: 1,
      maxLength: REFERENCE_CHARS_MAX,
      description: "Such as `event.meta.root`.",
      examples: ["event.meta.visibility"],
    }),
    is: t.Optional(scalar("Equals.")),
    is_not: t.Optional(scalar("Differs.")),
    contains: t.Optional(
      t.String({ minLength: 1, maxLength: 1000, description: "A part of a text, or one of a list." }),
    ),
    exists: t.Optional(t.Boolean({ description: "Whether it is not null." })),
  },
  { $id: "WorkflowCondition", description: "One of is, is_not, contains and exists." },
);

export const Trigger = t.Object(
  {
    type: t.OneOf(["manual", "event", "schedule"], { description: "Any can be run by hand too." }),
    event: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        pattern: "^[a-z][a-z0-9_]*(\\.\\*|(\\.[a-z][a-z0-9_]*)+)$",
        description:
          "Of an event: an action such as doc.publish, or a family such as doc.*, of the author; of owners and admins with the audit log, of everybody.",
        examples: ["doc.publish"],
      }),
    ),
    filter: t.Optional(
      t.Array(ConditionShape, { maxItems: CONDITIONS_MAX, description: "Of an event: what has to hold of it." }),
    ),
    cron: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description: "Of a schedule: cron's five fields.",
        examples: ["0 9 * * 1-5"],
      }),
    ),
    timezone: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 60,
        description: "Of a schedule; UTC without it.",
        examples: ["Europe/Berlin"],
      }),
    ),
  },
  { $id: "WorkflowTrigger", description: "When it runs.", examples: [{ type: "event", event: "doc.publish" }] },
);

export const Step = t.Object(
  {
    name: t.Optional(
      t.String({
        pattern: "^[a-z][a-z0-9_]{0,39}$",
        description: "For later steps, as `{{steps.made.doc_id}}`; else they use its place, from 0.",
      }),
    ),
    tool: t.String({
      minLength: 1,
      maxLength: 100,
      description: "A tool of this server, as agents call it.",
      examples: ["set_tags"],
    }),
    args: t.Optional(
      t.Json({
        description:
          "Its arguments. `{{event.target_id}}`, `{{event.meta.title}}`, `{{input.title}}`, `{{steps.made.url}}`, `{{run.started_at}}` stand for what is known; `\\{{` for two braces.",
      }),
    ),
    when: t.Optional(
      t.Array(ConditionShape, {
        maxItems: CONDITIONS_MAX,
        description: "The step is left out unless all of them hold.",
      }),
    ),
  },
  { $id: "WorkflowStep" },
);

export const Steps = t.Array(Step, {
  minItems: 1,
  maxItems: STEPS_MAX,
  description: "Taken one after the other; the first that is refused ends the run.",
});

export type SentTrigger = Static<typeof Trigger>;
export type SentStep = Static<typeof Step>;

export const Run = t.Object(
  {
    id: t.Integer(),
    workflow_id: t.Integer(),
    cause: t.OneOf(["manual", "event", "schedule"]),
    event_id: t.Nullable(t.Integer(), { description: "The row of the audit log that it began with." }),
    status: t.OneOf(["queued", "running", "done", "failed"]),
    error: t.Nullable(t.String(), { description: "Why it failed." }),
    steps: t.Array(
      t.Object({
        tool: t.String(),
        name: t.Nullable(t.String()),
        status: t.OneOf(["done", "left_out", "failed"]),
        error: t.Nullable(t.String()),
        duration_ms: t.Integer(),
      }),
      { description: "Those that were come to." },
    ),
    created_at: t.Instant(),
    started_at: t.Nullable(t.Instant()),
    ended_at: t.Nullable(t.Instant()),
  },
  { $id: "WorkflowRun" },
);

export const Workflow = t.Object(
  {
    id: t.Integer(),
    agent: t.Nullable(t.String(), { description: "The slug of the agent that it belongs to." }),
    name: t.String(),
    enabled: t.Boolean({ description: "False while it waits for nothing; it can be run by hand still." }),
    trigger: Trigger,
    steps: t.Array(Step),
    runs_as: t.String({ description: "The address of who saved it: its steps may do what they may." }),
    can_edit: t.Boolean(),
    next_run_at: t.Nullable(t.Instant(), { description: "Of a schedule that is enabled." }),
    last_run: t.Nullable(Run),
    dropped_runs: t.Integer({ description: "Events and times that it was not run for, since an hour has its bound." }),
    created_at: t.Instant(),
    updated_at: t.Instant(),
  },
  { $id: "Workflow" },
);
