// Starts the nginx of the system with the settings of Debian's default configuration, on a folder of files.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Nginx {
  pid: number;
  base_url: string;
  stop(): Promise<void>;
}

/** Serves `files` from below `folder`, which the workers' own user must be able to enter. */
export async function startNginx(
  folder: string,
  { port, files }: { port: number; files: Record<string, string> },
): Promise<Nginx> {
  const program = Bun.which("nginx", { PATH: `${process.env["PATH"]}:/usr/sbin` });
  if (!program) throw new Error("nginx is missing; on Debian: apt-get install -y nginx");
  const root = join(folder, "html");
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  const settings = join(folder, "nginx.conf");
  writeFileSync(settings, configuration({ folder, root, port }));
  const child = Bun.spawn([program, "-c", settings, "-p", folder, "-g", "daemon off;"], { stderr: "inherit" });
  const base_url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(base_url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`nginx ended at its start with ${child.exitCode}`);
    await Bun.sleep(20);
  }
  return {
    pid: child.pid,
    base_url,
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

const TYPES = "/etc/nginx/mime.types";

/** What Debian's `nginx.conf` and its default site say, but for the places of files. */
function configuration({ folder, root, port }: { folder: string; root: string; port: number }): string {
  const user = process.getuid?.() === 0 ? "user www-data;" : "";
  return `${user}
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  ${existsSync(TYPES) ? `include ${TYPES};` : "types { text/html html; }"}
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((part) => `${part}_temp_path ${folder}/${part};`).join(" ")}
  default_type application/octet-stream;
  access_log ${folder}/access.log;
  gzip on;
  server {
    listen ${port} default_server;
    root ${root};
    index index.html;
    server_name _;
    location / { try_files $uri $uri/ =404; }
  }
}
`;
}
