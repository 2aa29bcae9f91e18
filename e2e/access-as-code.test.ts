import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationFile } from '@licet/contract/configuration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { licet } from './command-line.ts';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startSample } from './made-once.ts';

// Access as code, from the command line to the database and back, with the organisation of the sample.

let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-code-'));

beforeAll(async () => {
  running = (await startSample('organisation')).licet;
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await running?.stop();
  if (running) removeDataDirectory(running.dataDirectory);
});

/** Writes a file into the folder. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);

test('what Licet holds is written as a file: by name, in an order that stays, and without a secret', async () => {
  await running.operator.clients.create({
    params: { application: 'ledger' },
    body: { name: `Nightly \${job}`, kind: 'service' },
  });
  const { code, out, err } = await here('export', 'config');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(new RegExp(`^# yaml-language-server: \\$schema=${running.url}/api/configuration.schema.json\n`));
  expect(out).not.toMatch(/secret|[0-9a-f]{8}-[0-9a-f]{4}-/);
  const file = configurationFile.parse(parse(out));
  const ledger = file.applications?.find(({ id }) => id === 'ledger');
  const { items: roles } = await running.operator.roles.list({ params: { application: 'ledger' } });
  expect(ledger?.roles?.map(({ name }) => name)).toEqual(
    roles.flatMap(({ name, builtIn }) => (builtIn ? [] : [name])).toSorted(),
  );
  expect(ledger?.clients).toContainEqual({ name: `Nightly $\${job}`, kind: 'service' });
  expect(file.users?.length).toBe((await running.operator.users.list()).total);
  expect((await here('export', 'config')).out).toBe(out);
  const alone = parse((await here('export', 'config', '--application', 'ledger')).out);
  expect(Object.keys(alone)).toEqual(['licet', 'applications']);
  expect(alone.applications.map(({ id }: { id: string }) => id)).toEqual(['ledger']);
});

test('editors complete by the schema that the server serves, and the command line prints the same', async () => {
  const served = await fetch(`${running.url}/api/configuration.schema.json`);
  expect(served.headers.get('content-type')).toContain('application/schema+json');
  expect(await served.json()).toEqual(JSON.parse((await licet(['export', 'config', '--schema'])).out));
});

test('the plan of its own export is empty, as a whole and of one application', async () => {
  for (const only of [[], ['--application', 'ledger']]) {
    const own = file('own.yaml', (await here('export', 'config', ...only)).out);
    expect(await here('plan', own, '--check')).toEqual({
      code: 0,
      out: 'Nothing would change: Licet holds what the files say.\n',
      err: '',
    });
  }
});

const shop = `licet: 1
set: shop
users:
  - { username: noor, name: Noor, email: "noor@\${DOMAIN}" }
groups:
  - name: Counter
    users: [noor, dagny.halvorsen]
applications:
  - id: shop
    name: Shop
    owners: [dagny.halvorsen]
    permissions:
      - { name: see }
      - { name: sell, title: Sell things }
    roles:
      - { name: clerk, permissions: [sell], includes: [reader] }
      - { name: reader, permissions: [see] }
    clients:
      - { name: Till, kind: service }
    grants:
      - { role: clerk, group: Counter }
      - { role: admin, user: dagny.halvorsen }
      - { permission: see, program: shop/Till }
  - id: ledger
    roles:
      - name: clerk
        permissions: [invoices.read, invoices.refund]
`;

test('a plan says what would change, and who gains and loses what by name; with --check it exits 1, and nothing is changed', async () => {
  process.env.DOMAIN = 'shop.example';
  const before = (await here('export', 'config')).out;
  const made = await here('plan', file('shop.yaml', shop), '--check');
  expect(made).toMatchObject({ code: 1, err: '' });
  const [changes = '', effects = ''] = made.out.split('\n\nWho gains and loses what:\n');
  expect(changes).toBe(`15 changes: 14 to make, 1 to alter, 0 to end.
  + user noor (Noor)
  + group Counter
  + user noor in group Counter
  + user dagny.halvorsen in group Counter
  + application shop (Shop)
  + owner dagny.halvorsen of shop
  + permission see in shop
  + permission sell in shop
  + role reader in shop
  + role clerk in shop
  + client Till of shop
  ~ role clerk in ledger: permissions + invoices.read, invoices.refund − customers.write, invoices.send, invoices.write, payments.match
  + grant of role clerk in shop to group Counter
  + grant of role admin in shop to user dagny.halvorsen
  + grant of permission see in shop to program shop/Till`);
  expect(effects).toMatch(
    /ledger: Maya Lindqvist\n {4}\+ invoices\.refund\n {4}− .*\n {4}keep by another way: invoices\.send\n/,
  );
  expect(effects.slice(effects.indexOf('  shop:'))).toBe(`  shop: Dagny Halvorsen
    + roles admin, clerk, reader; every permission
  shop: Noor
    + roles clerk, reader; see, sell
  shop: Till (program)
    + see
`);
  expect((await here('export', 'config')).out).toBe(before);
});
