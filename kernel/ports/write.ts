// The kernel's door for plugins to writes without a request, and what happens at a commit.

export { committedHook } from "../write/commit_hook.ts";
export { attempt } from "../write/savepoint.ts";
export { requestOfNobody, writeAsService } from "../write/writing.ts";
