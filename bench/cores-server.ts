// Runs Licet on several processes that share a port. Only bench/cores.ts uses it: `cores-server.ts start --data D --port P`, with
// BENCH_WORKERS.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { run } from '../packages/server/src/main.ts';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';

const args = process.argv.slice(3);
if (cluster.isPrimary) await lead();
else process.exit(await run(args));

/** Runs the database and the workers. Each worker has its own data directory, like servers behind a load balancer. */
async function lead(): Promise<void> {
  const dataDirectory = args[args.indexOf('--data') + 1] ?? '';
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDirectory, log: quiet });
  const workers = Number(process.env.BENCH_WORKERS ?? 2);
  for (let index = 0; index < workers; index += 1) {
    const own = index === 0 ? dataDirectory : `${dataDirectory}/worker-${index}`;
    mkdirSync(own, { recursive: true });
    cluster.setupPrimary({ args: ['start', ...args, '--data', own], silent: true });
    const worker = cluster.fork({
      LICET_DATABASE_URL: embedded.connectionString,
      LICET_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    worker.process.stderr?.pipe(process.stderr);
    await once(worker.process.stdout ?? worker, 'data');
  }
  process.stdout.write('Licet is ready\n');
  process.on('SIGTERM', async () => {
    const ended = Object.values(cluster.workers ?? {}).map((worker) => worker && once(worker, 'exit'));
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    await Promise.all(ended);
    await embedded.stop();
    process.exit();
  });
}
