// Measures one check with 5, 200 and 5,000 permissions. The checked permission is listed (hit) or not listed (miss). Also measures building
// the checker from the token. Takes about a minute.
// node bench/rule.ts
import { bench, do_not_optimize, group, run } from 'mitata';
import { type Checker, type Peer, peers, tokenOf } from './rule-peers.ts';

const sizes = [5, 200, 5_000];
const kinds = ['hit', 'miss'] as const;
const asked = 1024;
/** The milliseconds for measuring each build. */
const patience = 300;

interface Row {
  readonly size: number;
  readonly what: string;
  readonly hit: number;
  readonly miss: number;
  readonly build: number;
}

const rows: Omit<Row, 'hit' | 'miss'>[] = [];
for (const size of sizes) {
  const names = Array.from({ length: size }, (_, i) => `service${i % 50}.resource${i}.read`);
  const token = tokenOf(names);
  const built: { name: string; checker: Awaited<ReturnType<Peer['build']>> }[] = [];
  for (const { name, build } of peers) {
    built.push({ name, checker: await build(token) });
    rows.push({ size, what: name, build: await buildingTime(() => build(token)) });
  }
  for (const kind of kinds) {
    // The name changes with every call, so that the compiler cannot move the check out of the loop.
    const questions = Array.from(
      { length: asked },
      (_, i) => `${names[(i * 7919) % size]}${kind === 'hit' ? '' : `.${i % 97}`}`,
    );
    group(`${size} permissions, ${kind}`, () => {
      for (const { name, checker } of built) measure(name, checker(questions), kind === 'hit');
    });
  }
}

// The benchmarks are in the order of registration: by size, then kind, then peer.
const { benchmarks } = await run({ format: 'quiet' });
const time = (size: number, kind: number, peer: number) =>
  benchmarks[(sizes.indexOf(size) * kinds.length + kind) * peers.length + peer]?.runs[0]?.stats?.p50 ?? Number.NaN;
const whole: Row[] = rows.map((row, index) => {
  const peer = index % peers.length;
  return { ...row, hit: time(row.size, 0, peer), miss: time(row.size, 1, peer) };
});
console.table(
  whole.map((row) => {
    const floor = whole.find(({ size }) => size === row.size) ?? row;
    return {
      permissions: row.size,
      what: row.what,
      'hit, ns': row.hit.toFixed(1),
      'miss, ns': row.miss.toFixed(1),
      'times Set.has': `${(row.hit / floor.hit).toFixed(2)} / ${(row.miss / floor.miss).toFixed(2)}`,
      'from the token, µs': row.build.toFixed(1),
    };
  }),
);

function measure(name: string, check: Checker, expected: boolean): void {
  for (const at of [0, 1, asked - 1]) if (check(at) !== expected) throw new Error(`${name} answers wrongly.`);
  let i = 0;
  bench(name, () => do_not_optimize(check(i++ & (asked - 1))));
}

/** Returns the median build time in microseconds. */
async function buildingTime(build: () => unknown): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + patience;
  while (times.length < 5 || (performance.now() < until && times.length < 5000)) {
    const since = performance.now();
    const checker = build();
    // Awaits only promises, because an `await` itself takes time.
    if (checker instanceof Promise) await checker;
    times.push((performance.now() - since) * 1000);
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}
