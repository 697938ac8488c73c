// Comments for the tests to act on, and the people who may or may not touch them.
import { type Published, publish } from "../documents/published.ts";
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";

/** A document with a comment on it, and people who hold each level there. */
export interface Commented extends Published {
  commenter: Person;
  viewer: Person;
  /** A colleague who may not open the document. */
  colleague: Person;
  comment: ParsedBody;
}

/** Gives a person a level on a document, as its owner would. */
export async function share(
  h: Harness,
  { as, at }: Published,
  options: { with: Person; level: "view" | "comment" | "edit" },
): Promise<void> {
  const json = { subject_type: "user", subject: options.with.email, level: options.level };
  const answer = await h.call(`POST ${at}/access`, { as, json });
  if (answer.status !== 201) throw new Error(`not shared: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Writes a comment; throws unless it is there. */
export async function comment(
  h: Harness,
  at: string,
  options: { as: Person; json: Record<string, unknown> },
): Promise<ParsedBody> {
  const answer: Answer = await h.call(`POST ${at}/comments`, options);
  if (answer.status !== 201) throw new Error(`not commented: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A document of an owner, a commenter's comment on it, a viewer, and a colleague without access. */
export async function commented(
  h: Harness,
  json: Record<string, unknown> = { body: "Is this right?" },
): Promise<Commented> {
  const published = await publish(h, { html: "<h1>Plan</h1>" });
  const { as, at } = published;
  const join = () => h.person({ workspace_id: as.workspace_id, role: "member" });
  const [commenter, viewer, colleague] = [await join(), await join(), await join()];
  await share(h, published, { with: commenter, level: "comment" });
  await share(h, published, { with: viewer, level: "view" });
  return { ...published, commenter, viewer, colleague, comment: await comment(h, at, { as: commenter, json }) };
}

/** An object of so many levels. */
export function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}
