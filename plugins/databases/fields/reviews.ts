// Reviews: comments on files, with marks drawn on what is shown of them and plain replies.
import type { JsonObject, JsonValue } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { type Checked, type DataFault, type Field, type FileRef, own } from "./field.ts";
import { checkFileRef, filesIn, isSameFile } from "./files.ts";
import { checkText, quoted, typeName } from "./texts.ts";

/** A review's fault with the place in it, thrown inside this file alone. */
class ReviewFault extends Error {
  constructor(
    readonly code: DataFault["code"],
    message: string,
  ) {
    super(message);
  }
}

/** Comments with ids of their own; what a comment leaves out takes its default, so that each is whole. */
export function checkReview(value: unknown): Checked {
  if (!Array.isArray(value)) return { code: "type", message: `is ${typeName(value)}; send a list of comments` };
  if (value.length > BOUNDS.comments) {
    return { code: "range", message: `has ${value.length} comments; at most ${BOUNDS.comments} are kept` };
  }
  const ids = new Set<string>();
  try {
    return {
      value: value.map((entry, index) => {
        const comment = readComment(entry, `comment ${index + 1}`);
        if (ids.has(comment.id)) throw new ReviewFault("unique", `has two comments with the id ${quoted(comment.id)}`);
        ids.add(comment.id);
        return comment;
      }),
    };
  } catch (error) {
    if (error instanceof ReviewFault) return { code: error.code, message: error.message };
    throw error;
  }
}

/** The first comment that is new and on a file which is not reviewed there; null when there is none. */
export function findForeignSource(
  comments: readonly JsonValue[],
  known: readonly FileRef[],
  before: readonly JsonValue[],
) {
  // A comment that is led to another file says something new of it.
  const old = new Map(before.map((comment) => [memberOf(comment, "id"), sourceOf(comment)]));
  const isForeign = (comment: JsonValue) => {
    const source = sourceOf(comment);
    const earlier = old.get(memberOf(comment, "id"));
    const files = earlier ? [...known, earlier] : known;
    return source !== null && !files.some((ref) => isSameFile(ref, source));
  };
  return comments.find(isForeign) ?? null;
}

/** The files that a field reviews in a record with these attachments. */
export function reviewedFiles({ sources = [], attachment_field }: Field, data: Record<string, unknown>): FileRef[] {
  return [...sources, ...filesIn(attachment_field === undefined ? null : own(data, attachment_field))];
}

function sourceOf(comment: JsonValue): FileRef | null {
  const checked = checkFileRef(memberOf(comment, "source"));
  return "ref" in checked ? checked.ref : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

const COMMENT = ["id", "source", "body", "resolved", "replies", "anchor"];

function readComment(value: unknown, where: string) {
  const {
    id,
    source,
    body = "",
    resolved = false,
    replies = [],
    anchor = { type: "general" },
  } = open(value, COMMENT, where);
  const checked = checkFileRef(source);
  if (!("ref" in checked)) throw new ReviewFault(checked.code, `${where}: source ${checked.message}`);
  if (typeof resolved !== "boolean")
    throw new ReviewFault("type", `${where}: resolved ${wants(resolved, "true or false")}`);
  if (!Array.isArray(replies)) throw new ReviewFault("type", `${where}: replies ${wants(replies, "a list of texts")}`);
  if (replies.length > BOUNDS.replies) {
    throw new ReviewFault("range", `${where}: has ${replies.length} replies; at most ${BOUNDS.replies} are kept`);
  }
  const name = readText(id, BOUNDS.comment_id_chars, `${where}: id`);
  if (name === "") throw new ReviewFault("type", `${where}: id is empty; give each comment an id of its own`);
  return {
    id: name,
    source: checked.ref,
    body: readText(body, BOUNDS.comment_chars, `${where}: body`),
    resolved,
    replies: replies.map((reply, index) => readText(reply, BOUNDS.comment_chars, `${where}: reply ${index + 1}`)),
    anchor: readAnchor(anchor, `${where}: anchor`),
  };
}

/** How many points a mark has: a rectangle two opposite corners, an arrow its tail and its head. */
const POINTS: Readonly<Record<string, readonly [number, number]>> = {
  general: [0, 0],
  point: [1, 1],
  rect: [2, 2],
  arrow: [2, 2],
  draw: [1, BOUNDS.points],
};
const ANCHOR = ["type", "points", "width", "height", "page", "time"];

function readAnchor(value: unknown, where: string): JsonObject {
  const { type, points = [], width, height, page, time } = open(value, ANCHOR, where);
  const bounds = typeof type === "string" && Object.hasOwn(POINTS, type) ? POINTS[type] : undefined;
  if (typeof type !== "string" || !bounds) {
    throw new ReviewFault("option", `${where}: type ${found(type)}; send one of ${Object.keys(POINTS).join(", ")}`);
  }
  if (!Array.isArray(points)) throw new ReviewFault("type", `${where}: points ${wants(points, "a list of {x, y}")}`);
  if (points.length < bounds[0] || points.length > bounds[1]) {
    const count = bounds[0] === bounds[1] ? `${bounds[0]}` : `${bounds[0]} to ${bounds[1]}`;
    throw new ReviewFault("range", `${where}: ${type} has ${points.length} points; it takes ${count}`);
  }
  const isMark = type !== "general";
  return {
    type,
    ...(isMark ? { points: points.map((point, index) => readPoint(point, `${where}: point ${index + 1}`)) } : {}),
    ...readNumber({ width }, { above: 0, most: BOUNDS.extent, needed: isMark }, where),
    ...readNumber({ height }, { above: 0, most: BOUNDS.extent, needed: isMark }, where),
    ...readNumber({ page }, { least: 1, most: BOUNDS.pages, whole: true }, where),
    ...readNumber({ time }, { least: 0, most: BOUNDS.time_seconds }, where),
  };
}

/** `{x, y}` or `[x, y]`, of the displayed width and height; kept in the form in which it came. */
function readPoint(value: unknown, where: string): JsonValue {
  const isPair = Array.isArray(value) && value.length === 2;
  const { x, y } = isPair ? { x: value[0], y: value[1] } : open(value, ["x", "y"], where);
  for (const part of [x, y]) {
    if (typeof part !== "number" || !(part >= 0 && part <= 1)) {
      throw new ReviewFault("range", `${where}: is ${quoted(value)}; x and y go from 0 to 1`);
    }
  }
  const [across, down] = [Number(x) + 0, Number(y) + 0];
  return isPair ? [across, down] : { x: across, y: down };
}

interface NumberRule {
  least?: number;
  above?: number;
  most: number;
  whole?: boolean;
  needed?: boolean;
}

function readNumber(member: Record<string, unknown>, rule: NumberRule, where: string): JsonObject {
  const [[name = "", value] = []] = Object.entries(member);
  if (value === undefined && !rule.needed) return {};
  const { least = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY, most, whole } = rule;
  const fits = typeof value === "number" && value >= least && value > above && value <= most;
  if (!fits || (whole && !Number.isInteger(value))) {
    const range = `${rule.above === undefined ? `from ${least}` : `above ${above}`} to ${most}`;
    const kind = whole ? "a whole number" : "a number";
    throw new ReviewFault("range", `${where}: ${name} ${found(value)}; send ${kind} ${range}`);
  }
  return { [name]: value + 0 };
}

function readText(value: unknown, charsMax: number, where: string): string {
  const checked = checkText(value, charsMax);
  if ("code" in checked) throw new ReviewFault(checked.code, `${where} ${checked.message}`);
  return String(checked.value);
}

/** An object's members, when it has no others. */
function open(value: unknown, members: readonly string[], where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ReviewFault("type", `${where} ${wants(value, `an object with ${members.join(", ")}`)}`);
  }
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown === undefined) return { ...value };
  throw new ReviewFault("type", `${where}: has ${quoted(unknown)}; send only ${members.join(", ")}`);
}

function wants(value: unknown, what: string): string {
  return `is ${typeName(value)}; send ${what}`;
}

/** What stands where something else should. */
function found(value: unknown): string {
  return value === undefined ? "is missing" : `is ${quoted(value)}`;
}
