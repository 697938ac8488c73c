// What the kernel and plugins are configured by:
// variables of the environment, declared as a schema from which start-up errors and documents come.
import { ConfigError } from "../base/config_error.ts";
import type { Static, TObject, TSchema } from "../base/schema.ts";
import { FORMATS } from "./setting_formats.ts";

declare const VALUE: unique symbol;

/** Variables that belong together; `server.settings` answers a plugin the values of its own. */
export interface Settings<V = unknown> {
  /** What they are for, as a heading and within a sentence: "sign-in through OpenID Connect". */
  readonly purpose: string;
  readonly schema: TObject;
  /** All are set, or none. */
  readonly is_group: boolean;
  readonly [VALUE]?: V;
}

/** What a declaration answers. */
export type SettingsValue<S> = S extends Settings<infer V> ? V : never;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Declares variables that each have a default or are optional. The members are named as in the environment, and each has a
 * `description`. A member is a whole number with bounds, true or false, one of some words, or a text, which may have a `format` of
 * `setting_formats.ts`: `uri` is a web address.
 */
export function settings<S extends TObject>(purpose: string, schema: S): Settings<Static<S>> {
  return { purpose, schema, is_group: false };
}

/** Declares variables without defaults that are all set or none; the value is null for none. */
export function settingsGroup<S extends TObject>(purpose: string, schema: S): Settings<Static<S> | null> {
  return { purpose, schema, is_group: true };
}

/** Reads them. Throws ConfigError, in one line, for a value that cannot be used and for a group that is half set. */
export function readSettings<V>({ purpose, schema, is_group }: Settings<V>, env: Env): V {
  const names = Object.keys(schema.properties);
  const missing = names.filter((name) => !env[name]);
  if (is_group && missing.length === names.length) return null as V;
  if (is_group && missing.length > 0) {
    const set = names.filter((name) => env[name]).join(" and ");
    throw new ConfigError(
      `${missing.join(" and ")} must be set because ${set} is: ${purpose} needs all of ${names.join(", ")}; set them or unset ${set}`,
    );
  }
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, member]) => [name, readMember(name, member, env[name])]),
  ) as V;
}

/** The words that a variable is given by default; empty where it has none. */
export function defaultText(member: TSchema): string {
  return member["default"] === undefined ? "" : String(member["default"]);
}

function readMember(name: string, member: TSchema, raw: string | undefined): unknown {
  if (!raw) return member["default"];
  const choices = choicesOf(member);
  if (choices && !choices.includes(raw)) throw new ConfigError(`${name} is "${raw}": use one of ${choices.join(", ")}`);
  if (member["type"] === "boolean") return raw === "true";
  if (member["type"] === "integer") return readInteger(name, member, raw);
  return member["format"] === undefined ? raw : readFormat(name, member["format"], raw);
}

function choicesOf(member: TSchema): readonly string[] | null {
  const { type, enum: words } = member;
  return type === "boolean" ? ["true", "false"] : Array.isArray(words) ? words : null;
}

function readInteger(name: string, { minimum, maximum }: TSchema, raw: string): number {
  const value = Number(raw);
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new ConfigError(`${name} is "${raw}": give a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}

function readFormat(name: string, format: string, raw: string): string {
  const rule = FORMATS[format];
  if (!rule) throw new Error(`${name} is declared with the format "${format}", which there is not`);
  const fault = rule.findFault(raw);
  if (fault !== null) throw new ConfigError(`${name} ${fault}`);
  return rule.normalise?.(raw) ?? raw;
}
