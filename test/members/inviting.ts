// People who follow the link of an invite: somebody from outside, where the link leads, and its button.
import { expect } from "bun:test";
import { createPerson, createWorkspace } from "../../kernel/plugin.ts";
import type { SigninServer } from "../signin/signin_server.ts";
import type { Visitor } from "../signin/visitor.ts";

/** Somebody with a workspace of their own, and a browser that is signed in. */
export async function outsider(
  { sql, clock, signedIn }: SigninServer,
  email: string,
): Promise<{ user_id: number; workspace_id: number; visitor: Visitor }> {
  const slug = email.slice(0, email.indexOf("@"));
  const workspace = await createWorkspace(sql, { slug, name: slug, plan: "free", now: clock.now() });
  const user_id = await createPerson(sql, {
    email,
    name: null,
    workspace_id: workspace.id,
    role: "owner",
    now: clock.now(),
  });
  return { user_id, workspace_id: workspace.id, visitor: signedIn(user_id) };
}

export async function landing(visitor: Visitor, path: string): Promise<string | null> {
  const answer = await visitor.open(path);
  expect(answer.status).toBe(302);
  return answer.headers.get("location");
}

/** Presses the button of the link's page, for an account that has something to leave. */
export async function press(visitor: Visitor, path: string): Promise<string | null> {
  const answer = await visitor.submit(path.replace("/u/", "/auth/"));
  expect(answer.status).toBe(303);
  return answer.headers.get("location");
}
