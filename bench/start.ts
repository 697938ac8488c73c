// From the start of the process to its first answer: on an empty folder, and on one that is there already.
import { medianOf, print, readRounds } from "./rounds.ts";
import { makeFolder, removeFolder, startOurs } from "./servers.ts";

const empty: number[] = [];
const present: number[] = [];
for (let round = 0; round < readRounds(); round++) {
  const folder = makeFolder();
  for (const times of [empty, present]) {
    const server = await startOurs(folder);
    times.push(server.start_ms);
    await server.stop();
  }
  removeFolder(folder);
}
print({ workload: "start, empty folder", ms: medianOf(empty), all: empty, reach: "under 5000 ms" });
print({ workload: "start, folder present", ms: medianOf(present), all: present, reach: "under 1000 ms" });
