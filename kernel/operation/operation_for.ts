// Makes an operation from its declaration: what was left out gets its default, and the types are erased.

import type { TObject, TSchema } from "../base/schema.ts";
import type { ActionLine } from "../config/manifest.ts";
import { METHODS, type Route } from "../http/route.ts";
import type { Operation, Typed } from "./operation.ts";
import type { InputOf, OperationSpec, ResultOf } from "./operation_spec.ts";

/** Binds `operation()` to the names that the manifest declares. */
export function operationFor<Gate extends string, Quota extends string, Action extends string = string>() {
  return function operation<
    R extends Route | undefined = undefined,
    P extends TObject | undefined = undefined,
    Q extends TObject | undefined = undefined,
    B extends TObject | undefined = undefined,
    F extends TObject | undefined = undefined,
    O extends TSchema | undefined = undefined,
    S = unknown,
    Prep = undefined,
    Anon extends boolean = false,
    const Raw extends "upload" | "download" | "page" | undefined = undefined,
    const E extends "read" | "write" | undefined = undefined,
    Rec extends Action | undefined = undefined,
  >(
    spec: OperationSpec<Gate, Quota, Action, R, P, Q, B, F, O, S, Prep, Anon, Raw, E, Rec>,
  ): Operation & Typed<InputOf<R, P, Q, B, F>, ResultOf<O, Raw>> {
    const route: string | null = spec.route ?? null;
    const method = METHODS.find((name) => route?.startsWith(`${name} `)) ?? null;
    return {
      id: spec.id,
      method,
      path: route && method ? route.slice(method.length + 1) : null,
      host: spec.host ?? "app",
      tools: spec.tool ? [spec.tool, ...(spec.tools ?? [])] : (spec.tools ?? []),
      resource: spec.resource ?? null,
      summary: spec.summary,
      description: spec.description ?? null,
      params: spec.params ?? null,
      query: spec.query ?? null,
      body: spec.body ?? null,
      synonyms: spec.synonyms ?? {},
      elsewhere: spec.elsewhere ?? {},
      form: spec.form ?? null,
      output: spec.output ?? null,
      status: spec.status ?? 200,
      also: spec.also ?? [],
      raw: spec.raw ?? null,
      error_format: spec.error_format ?? (spec.raw === "page" ? "page" : "service"),
      browsers: spec.browsers ?? null,
      other_origins: spec.other_origins ?? false,
      effect: spec.effect ?? (method === "GET" ? "read" : "write"),
      anonymous: spec.anonymous ?? spec.identify !== undefined,
      signed_out: spec.signed_out ?? null,
      identify: spec.identify ?? null,
      identifyService: spec.identifyService ?? null,
      answered: spec.answered ?? null,
      rules: spec.rules ?? null,
      permit: spec.permit,
      gate: conditional(spec.gate),
      quota: conditional(spec.quota),
      charges: spec.charges ?? null,
      discardable: spec.discardable ?? false,
      planned_each_time: spec.planned_each_time ?? false,
      connection_limit: spec.connection_limit ?? null,
      decides: spec.decides ?? null,
      opens: spec.opens ?? null,
      publishes: spec.publishes ?? null,
      declares_openness: spec.opens !== undefined || spec.publishes !== undefined,
      once: spec.once ?? null,
      marks_repeat: spec.marks_repeat ?? null,
      unrepeatable: spec.unrepeatable ?? null,
      audit: [namesOf(spec.audit), spec.records ?? []].flat(),
      actions: isDescribed(spec.audit) ? spec.audit : {},
      records: spec.records !== undefined,
      alone: spec.alone ?? false,
      refuses: spec.refuses ?? [],
      details: spec.details ?? [],
      answers: spec.answers ?? {},
      prepare: spec.prepare ?? null,
      single: spec.single ?? null,
      run: spec.run,
    };
  };
}

type Described = Readonly<Record<string, ActionLine>>;

function isDescribed(audit: string | readonly string[] | Described | undefined): audit is Described {
  return typeof audit === "object" && !Array.isArray(audit);
}

function namesOf(audit: string | readonly string[] | Described | undefined): readonly string[] {
  return isDescribed(audit) ? Object.keys(audit) : [audit ?? []].flat();
}

function conditional<When>(
  named: string | { name: string; when: When } | undefined,
): { name: string; when: When | null } | null {
  if (named === undefined) return null;
  return typeof named === "string" ? { name: named, when: null } : named;
}
