import { bench, do_not_optimize, group, run } from 'mitata';
import { compile, readClaims } from '../packages/rule/src/index.ts';

const ASKED = 1024;
const rows: { size: number; kind: string; what: string; ns: number }[] = [];

type Peer = { name: string; prepare: (names: string[]) => Promise<(name: string) => boolean> };

for (const size of [5, 200, 5_000]) {
  const names = Array.from({ length: size }, (_, i) => `service${i % 50}.resource${i}.read`);
  const set = new Set(names);
  const compiled = compile(readClaims({ sub: 'ada', permissions: names, exp: 1 }));
  const peers = await loadPeers(names);
  for (const kind of ['hit', 'miss']) {
    // The asked name changes with every call, so that no answer can be hoisted out of the loop.
    const asked = Array.from(
      { length: ASKED },
      (_, i) => `${names[(i * 7919) % size]}${kind === 'hit' ? '' : `.${i % 97}`}`,
    );
    group(`${size} permissions, ${kind}`, () => {
      measure('Set.has', asked, (name) => set.has(name));
      measure('compile(t).can', asked, (name) => compiled.can(name));
      measure('array.includes', asked, (name) => names.includes(name));
      for (const [name, ask] of peers) measure(name, asked, ask);
    });
  }
}

const { benchmarks } = await run({ format: 'quiet' });
for (const [index, { alias, runs }] of benchmarks.entries()) {
  const ns = runs[0]?.stats?.p50 ?? Number.NaN;
  const at = Math.floor(index / (benchmarks.length / 6));
  rows.push({ size: [5, 200, 5_000][at >> 1] ?? 0, kind: at % 2 ? 'miss' : 'hit', what: alias, ns });
}
console.table(
  rows.map((row) => {
    const base = rows.find((each) => each.size === row.size && each.kind === row.kind && each.what === 'Set.has');
    return { ...row, ns: row.ns.toFixed(2), 'ratio to Set.has': (row.ns / (base?.ns ?? Number.NaN)).toFixed(2) };
  }),
);

function measure(name: string, asked: string[], ask: (name: string) => boolean): void {
  let i = 0;
  bench(name, () => do_not_optimize(ask(asked[i++ & (ASKED - 1)] ?? '')));
}

async function loadPeers(names: string[]): Promise<[string, (name: string) => boolean][]> {
  const peers: Peer[] = [
    {
      name: '@casl/ability',
      prepare: async (list) => {
        const { createMongoAbility } = await import(String('@casl/ability'));
        const ability = createMongoAbility(list.map((action) => ({ action, subject: 'all' })));
        return (name) => ability.can(name, 'all');
      },
    },
    {
      name: 'casbin',
      prepare: async (list) => {
        const { newEnforcer, newModelFromString } = await import(String('casbin'));
        const model = newModelFromString(
          '[request_definition]\nr = sub, act\n[policy_definition]\np = sub, act\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub == p.sub && r.act == p.act',
        );
        const enforcer = await newEnforcer(model);
        await enforcer.addPolicies(list.map((name) => ['ada', name]));
        return (name) => enforcer.enforceSync('ada', name);
      },
    },
    {
      name: 'accesscontrol',
      prepare: async (list) => {
        const { AccessControl } = await import(String('accesscontrol'));
        const id = (name: string) => name.replaceAll('.', '-');
        const control = new AccessControl(
          list.map((name) => ({ role: 'ada', resource: id(name), action: 'read:any', attributes: '*' })),
        );
        return (name) => control.can('ada').readAny(id(name)).granted;
      },
    },
  ];
  const loaded: [string, (name: string) => boolean][] = [];
  for (const peer of peers)
    try {
      loaded.push([peer.name, await peer.prepare(names)]);
    } catch (error) {
      console.log(`${peer.name} is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  return loaded;
}
