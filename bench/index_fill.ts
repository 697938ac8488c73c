// What it takes to fill an empty index with 20,000 files of 2 to 50 KiB:
// time, and processor time of our processes and of Postgres.
import { withCpu } from "./cpu.ts";
import { print } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments } from "./search_data.ts";
import { openPlace, startOurs } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 20_000);
const REACH_SECONDS = 180;

const corpus = createCorpus();
let bytes = 0;
function* write(): Generator<string> {
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const text = corpus.next({ min: 2048, max: 50 * 1024 });
    bytes += text.length;
    yield text;
  }
}

const place = await openPlace();
try {
  await place.makeTokens(1);
  const [person] = await place.database.sql<{ user_id: number }[]>`select user_id from users limit 1`;
  // Nobody indexes while the tables are filled.
  await place.ours.stop();
  await fillDocuments(place.database, { user_id: person?.user_id ?? 0, texts: write() });
  await place.database.sql`checkpoint`;
  const ours = await startOurs(place.data_dir);
  try {
    const { seconds, cpu_ms } = await withCpu({ ours: ours.pid, postgres: place.postgres_pid }, async () => ({
      seconds: await awaitIndex(place.database),
    }));
    const perFile = { ours: cpu_ms.ours / DOCUMENTS, postgres: cpu_ms.postgres / DOCUMENTS };
    print({
      ...{ workload: "filling an index", documents: DOCUMENTS, megabytes: bytes / 1e6 },
      ...{ seconds, cpu_ms, cpu_ms_a_file: perFile, reach_seconds: REACH_SECONDS },
    });
  } finally {
    await ours.stop();
  }
} finally {
  await place.close();
}
