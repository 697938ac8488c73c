// Ends a Postgres that tests started when their process ends, however it ends.
import { spawn } from "node:child_process";

/**
 * Bun runs no exit handler after tests, and none runs after kill -9. So a shell waits for the end of a pipe that this
 * process holds open by living, in a session of its own so that Ctrl-C does not reach it; then it stops the postmaster
 * named in `cluster` and removes `folder`.
 */
export function watchOver({ folder, cluster }: { folder: string; cluster: string }): void {
  const script = 'cat > /dev/null; kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; rm -rf "$2"';
  const watcher = spawn("sh", ["-c", script, "watcher", cluster, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
}
