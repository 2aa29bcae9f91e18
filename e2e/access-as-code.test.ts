import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualRolePolicy } from '@licet/contract';
import { configurationFile } from '@licet/contract/configuration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

// Tests access as code from the command line to the database and back, with the sample organisation.

let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-code-'));

beforeAll(async () => {
  running = (await startSample('organisation')).licet;
});
afterAll(() => endAll(() => delete process.env.LICET_VAR_DOMAIN, running, folder));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);

test('an export uses names instead of ids, has a stable order and contains no secrets', async () => {
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
  expect(ledger?.roles?.map(({ name }) => name)).toEqual(roles.map(({ name }) => name).toSorted());
  expect(ledger?.clients).toContainEqual(expect.objectContaining({ name: `Nightly $\${job}`, kind: 'service' }));
  expect(file.users?.length).toBe((await running.operator.users.list()).total);
  expect((await here('export', 'config')).out).toBe(out);
  const ledgerOnly = parse((await here('export', 'config', '--application', 'ledger')).out);
  expect(Object.keys(ledgerOnly)).toEqual(['licet', 'applications']);
  expect(ledgerOnly.applications.map(({ id }: { id: string }) => id)).toEqual(['ledger']);
});

test('the server and the command line provide the same JSON schema for editors', async () => {
  const served = await fetch(`${running.url}/api/configuration.schema.json`);
  expect(served.headers.get('content-type')).toContain('application/schema+json');
  expect(await served.json()).toEqual(JSON.parse((await licet(['export', 'config', '--schema'])).out));
});

test('the plan of a fresh export is empty, for the whole server and for one application', async () => {
  for (const only of [[], ['--application', 'ledger']]) {
    const own = file('own.yaml', (await here('export', 'config', ...only)).out);
    expect(await here('plan', own)).toEqual({
      code: 0,
      out: 'Nothing would change: Licet already matches the files.\n',
      err: '',
    });
    expect(await here('plan', own, '--check', '--exact')).toEqual({
      code: 0,
      out: 'Nothing would change: Licet already matches the files.\n',
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

test('plan --check lists the changes and their effects on users, exits with 1 and changes nothing', async () => {
  process.env.LICET_VAR_DOMAIN = 'shop.example';
  const before = (await here('export', 'config')).out;
  const made = await here('plan', file('shop.yaml', shop), '--check');
  expect(made).toMatchObject({ code: 1, err: '' });
  const [changes = '', effects = ''] = (made.out.split('\nNot compared: ')[0] ?? '').split(
    '\n\nWho gains and loses what:\n',
  );
  expect(changes).toBe(`15 changes: 14 to add, 1 to change, 0 to remove.
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
    /ledger: Maya Lindqvist\n {4}\+ invoices\.refund\n {4}− .*\n {4}keep through another path: invoices\.send\n/,
  );
  expect(effects.slice(effects.indexOf('  shop:'))).toBe(`  shop: Dagny Halvorsen
    + roles admin, clerk, reader, and so every permission
  shop: Noor
    + roles clerk, reader; see, sell
  shop: Till (program)
    + see
Also changed, but not listed person by person: who owns an application and how people and programs sign in.
`);
  expect((await here('export', 'config')).out).toBe(before);
});

test('apply is idempotent, plan shows drift, and prune removes only objects that the files contained before', async () => {
  const own = file('shop.yaml', shop);
  const secrets = join(folder, 'secrets.json');
  expect(await here('apply', own)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no terminal to ask for confirmation/),
  });
  const made = await here('apply', own, '--yes', '--reason', 'Opening', '--secrets', secrets);
  expect(made).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Done: \d+ changes, recorded as change set \d+ in the audit log\.\n1 secret/),
  });
  const [till] = JSON.parse(readFileSync(secrets, 'utf8'));
  expect(till).toMatchObject({ application: 'shop', name: 'Till', secret: expect.any(String) });
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  expect(made.out + made.err).not.toContain(till.secret);
  expect(await here('plan', own, '--check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing would change/),
  });
  expect(await here('apply', own, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing would change/),
  });
  expect(await here('can', 'noor', 'sell', '--application', 'shop')).toMatchObject({ code: 0 });

  // Changes made without a file: a new role that no file contains, and a change to a role that a file contains.
  const { operator } = running;
  const params = { application: 'shop' };
  const { items: roles } = await operator.roles.list({ params });
  const reader = roles.find(({ name }) => name === 'reader');
  await operator.roles.update({ params: { ...params, role: reader?.id ?? '' }, body: { title: 'Changed' } });
  await operator.roles.create({ params, body: { name: 'by hand' } });
  const drifted = file('drifted.yaml', shop.replace('{ name: reader,', '{ name: reader, title: Reads,'));
  expect(await here('plan', drifted)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      '1 change: 0 to add, 1 to change, 0 to remove.\n  ~ role reader in shop: title “Changed” → “Reads”\n',
    ),
  });

  const less = shop
    .replace('users: [noor, dagny.halvorsen]', 'users: [dagny.halvorsen]')
    .replace('      - { role: admin, user: dagny.halvorsen }\n', '')
    .replace('    clients:\n      - { name: Till, kind: service }\n', '')
    .replace('      - { permission: see, program: shop/Till }\n', '')
    .replace(/ {2}- \{ username: noor.*\n/, '')
    .replace('users:\n', '');
  const rest = file('less.yaml', less);
  const kept = await here('plan', rest, '--check');
  expect(kept).toMatchObject({
    code: 0,
    out: expect.stringMatching(/4 objects created by this set are no longer in its files/),
  });
  const pruned = await here('plan', rest, '--prune', '--format', 'json');
  expect(
    JSON.parse(pruned.out)
      .changes.map(({ sign, says }: { sign: string; says: string }) => `${sign} ${says}`)
      .sort(),
  ).toEqual([
    '- client Till of shop',
    '- grant of permission see in shop to program Till',
    '- grant of role admin in shop to user dagny.halvorsen',
    '- user noor in group Counter',
  ]);
  const markdown = await here('plan', rest, '--prune', '--format', 'markdown');
  expect(markdown.out).toContain(
    '| Dagny Halvorsen | shop |  | role admin, and so no longer every permission | see, sell |',
  );
  expect(await here('apply', rest, '--prune', '--yes')).toMatchObject({ code: 0 });
  expect(await here('plan', rest, '--prune', '--check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing/),
  });
  expect((await operator.users.list({ query: { username: 'noor' } })).items).toHaveLength(1);
  const left = (await operator.roles.list({ params })).items.map(({ name }) => name);
  expect(left).toEqual(expect.arrayContaining(['by hand', 'clerk', 'reader']));
});

test('all errors in files are reported together with line and column, including errors that the server finds', async () => {
  const wrong = file(
    'wrong.yaml',
    'licet: 1\napplications:\n  - id: ledger\n    roles:\n      - { name: clerk, permissions: [nothing], includes: [nobody] }\n    grants:\n      - { role: clerk, user: who }\n  - { id: new }\n',
  );
  expect(await here('plan', wrong)).toEqual({
    code: 2,
    out: '',
    err: [
      `${wrong}:5:38: There is no permission “nothing” in ledger, and these files do not create one.`,
      `${wrong}:5:59: There is no role “nobody” in ledger, and these files do not create one.`,
      `${wrong}:8:11: There is no application “new”. To create it, add its “name” to the file.`,
      `${wrong}:7:30: There is no user “who”, and these files do not create one.`,
      'There are 4 errors in the files. Nothing was changed.',
      '',
    ].join('\n'),
  });
  const refused = file(
    'refused.yaml',
    'licet: 1\napplications:\n  - id: licet\n    name: Other\n  - id: ledger\n    clients:\n      - { name: Web, kind: browser, redirectUris: [here] }\n',
  );
  const { code, err } = await here('apply', refused, '--yes');
  expect({ code, err: err.replaceAll(refused, '') }).toEqual({
    code: 2,
    err: expect.stringMatching(
      /^:3:9: ~ application licet: .*\(built_in\)\n:7:9: \+ client Web of ledger: .*\(invalid_request\)\nThere are 2 errors/,
    ),
  });
});

test('prune refuses to delete a group if its member would lose access to Licet itself', async () => {
  const { operator } = running;
  const watch = file('watch.yaml', 'licet: 1\nset: watch\ngroups: [{ name: Watch, users: [noor] }]\n');
  expect(await here('apply', watch, '--yes')).toMatchObject({ code: 0 });
  const params = { application: 'licet' };
  const role = (await operator.roles.list({ params })).items.find(({ name }) => name === 'auditor')?.id ?? '';
  const id = (await operator.groups.list({ query: { q: 'Watch' } })).items[0]?.id ?? '';
  await operator.grants.create({
    params,
    body: { principal: { kind: 'group', id }, gives: { kind: 'role', id: role } },
  });
  const empty = file('watch.yaml', 'licet: 1\nset: watch\n');
  expect(await here('apply', empty, '--prune', '--yes')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--prune never removes access to Licet itself, but would remove it from Noor/),
  });
  expect((await operator.groups.list({ query: { q: 'Watch' } })).items).toHaveLength(1);
});

const rules = `licet: 1
set: rules
groups:
  - name: Deciders
    users: [dagny.halvorsen]
applications:
  - id: ledger
    roles:
      - name: reconciler
        policy:
          longestSeconds: 86400
          approval:
            steps:
              - { approvers: owners, needed: 1 }
              - { approvers: { groups: [Deciders] }, needed: 1 }
          breakGlass: { users: [dagny.halvorsen], seconds: 3600 }
separations:
  - name: Refunding and reconciling
    why: One could refund what nobody asked for, and make it fit.
    parts:
      - [{ permission: ledger/invoices.refund }]
      - [{ role: ledger/reconciler }]
`;

test('apply sets role policies and separation rules, plan shows drift from them, and revert undoes them', async () => {
  const own = file('rules.yaml', rules);
  expect((await here('plan', own)).out).toContain(`
  ~ policy of role reconciler in ledger: longestSeconds none → 86400; approval 1 of the owners → 1 of the owners, then 1 of group Deciders; breakGlass nobody → dagny.halvorsen for 3600 s
  + separation Refunding and reconciling
`);
  const applied = await here('apply', own, '--yes');
  const [, number = ''] = /change set (\d+) in the audit log/.exec(applied.err) ?? [];
  expect(await here('plan', own, '--check')).toMatchObject({ code: 0 });
  const whole = file('whole.yaml', (await here('export', 'config')).out);
  expect(await here('plan', whole, '--check')).toMatchObject({ code: 0, err: '' });
  expect(parse(readFileSync(whole, 'utf8')).separations).toMatchObject(parse(rules).separations);

  const { operator } = running;
  const [rule] = (await operator.separations.list({})).items;
  const separation = rule?.id ?? '';
  await operator.separations.update({ params: { separation }, body: { why: 'Changed by hand' } });
  expect((await here('plan', own)).out).toContain(
    '  ~ separation Refunding and reconciling: why “Changed by hand” → “One could refund what nobody asked for, and make it fit.”\n',
  );
  const less = file('less.yaml', rules.slice(0, rules.indexOf('separations:')));
  expect((await here('plan', less, '--prune')).out).toContain('  - separation Refunding and reconciling\n');

  // The file separates two roles, so the file cannot grant both to one user.
  const grants = `    grants:
      - { permission: invoices.refund, user: noor }
      - { role: reconciler, user: noor, ends: ${new Date(Date.now() + 3_600_000).toISOString()} }
separations:`;
  const both = await here('plan', file('both.yaml', rules.replace('separations:', grants)));
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('(separation_violated)') });

  const wrong = rules.replace('groups: [Deciders] }', 'groups: [Nobody] }').replace('ledger/reconciler', 'reconciler');
  expect(await here('plan', file('wrong.yaml', wrong))).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      'wrong.yaml:22:18: Write the application before the name of the role, such as ledger/clerk.',
    ),
  });

  const set = (await operator.audit.list({ query: { action: 'role.policy_changed', limit: 1 } })).items[0]?.no;
  expect((await here('revert', '--event', `${set}`)).out).toContain(`  ~ policy reconciler (reverts change ${set})\n`);
  expect(await here('revert', '--plan', number, '--yes')).toMatchObject({ code: 0 });
  expect((await here('plan', own)).out).toContain(
    '  ~ policy of role reconciler in ledger: longestSeconds none → 86400;',
  );

  // An export omits deleted users and objects, and its plan is still empty.
  const params = { application: 'ledger' };
  const group = (await operator.groups.create({ body: { name: 'Passing' } })).id;
  const kept = (await operator.permissions.create({ params, body: { name: 'passing.keep' } })).id;
  const gone = (await operator.permissions.create({ params, body: { name: 'passing.go' } })).id;
  const role = (await operator.roles.create({ params, body: { name: 'passing' } })).id;
  const body = { ...usualRolePolicy, breakGlass: { users: [], groups: [group], seconds: 60 } };
  await operator.roles.setPolicy({ params: { ...params, role }, body });
  const separated = [
    [kept, gone].map((id) => ({ kind: 'permission' as const, id })),
    [{ kind: 'role' as const, id: role }],
  ];
  await operator.separations.create({ body: { name: 'Passing', parts: separated.map((elements) => ({ elements })) } });
  await operator.groups.remove({ params: { group } });
  await operator.permissions.remove({ params: { ...params, permission: gone } });
  const left = file('left.yaml', (await here('export', 'config')).out);
  expect(await here('plan', left, '--check')).toMatchObject({ code: 0, err: '' });
});

test('prune keeps a separation rule that the export omits because one of its permissions was deleted', async () => {
  const { operator } = running;
  const params = { application: 'ledger' };
  const names = ['apart.enter', 'apart.pay', 'apart.audit'];
  const parts = names.map((name) => `      - [{ permission: ledger/${name} }]`).join('\n');
  const three = file(
    'three.yaml',
    `licet: 1\nset: three\napplications:\n  - { id: ledger, permissions: [${names.map((name) => `{ name: ${name} }`).join(', ')}] }\nseparations:\n  - name: One of three\n    parts:\n${parts}\n`,
  );
  expect(await here('apply', three, '--yes')).toMatchObject({ code: 0 });
  const { items } = await operator.permissions.list({ params, query: { q: 'apart.audit' } });
  await operator.permissions.remove({ params: { ...params, permission: items[0]?.id ?? '' } });
  const { out, err } = await here('export', 'config');
  expect(err).toContain('“One of three”');
  const all = file('all.yaml', `${out}set: three\n`);
  expect(await here('apply', all, '--prune', '--yes')).toMatchObject({ code: 0 });
  const found = await operator.separations.list({ query: { q: 'One of three' } });
  expect(found.items.map(({ name }) => name)).toEqual(['One of three']);
});
