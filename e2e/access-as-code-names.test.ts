import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

// Tests which object a name in a file refers to after the object was renamed, deleted or created again.

let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-names-'));

beforeAll(async () => {
  running = (await startSample('organisation')).licet;
  const { operator } = running;
  await operator.applications.create({ body: { id: 'appa', name: 'App A' } });
  await operator.permissions.create({ params: { application: 'appa' }, body: { name: 'see' } });
});
afterAll(() => endAll(running, folder));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);
const inA = { application: 'appa' };
const client = async (name: string) =>
  (await running.operator.clients.create({ params: inA, body: { name, kind: 'service', secret: false } })).client.id;
const rename = (id: string, name: string) =>
  running.operator.clients.update({ params: { ...inA, client: id }, body: { name } });
const lastChange = async () => (await running.operator.audit.list({ query: { limit: 1 } })).items[0]?.no ?? 0;
const holders = async () => {
  const { items } = await running.operator.grants.list({ params: { application: 'ledger' }, query: { q: 'Nightly' } });
  return items.map(({ principal }) => principal.id);
};

describe('a program that a file grants access to', () => {
  const granting = (text = 'role: clerk, program: appa/Nightly') =>
    `licet: 1\nset: programs\napplications:\n  - id: ledger\n    grants:\n      - { ${text} }\n`;

  test('is not replaced by another program that takes its name: apply refuses until the change is accepted', async () => {
    const [meant, other] = [await client('Nightly'), await client('Spare')];
    const own = file('programs.yaml', granting());
    expect(await here('apply', own, '--yes')).toMatchObject({ code: 0 });
    expect(await holders()).toEqual([meant]);
    await rename(meant, 'Nightly old');
    await rename(other, 'Nightly');
    const since = await lastChange();

    const planned = await here('plan', own, '--check');
    expect(planned).toMatchObject({ code: 1, err: '' });
    expect(planned.out).toContain(`
1 name now belongs to a different object. “licet apply” refuses this (name_moved):
    client appa/Nightly: a different client since change ${since}; the original one is now called “Nightly old”
If this is intended, add --accept-moved ${since}.
`);
    expect((await here('plan', own, '--format', 'markdown')).out).toContain('client appa/Nightly: a different client');
    expect(JSON.parse((await here('plan', own, '--format', 'json')).out).moved).toMatchObject([
      { since, accepted: false },
    ]);
    for (const more of [[], ['--accept-moved', `${since - 1}`]])
      expect(await here('apply', own, '--yes', ...more)).toMatchObject({
        code: 2,
        err: expect.stringContaining('(name_moved)'),
      });
    expect(await holders()).toEqual([meant]);
    expect(await here('apply', own, '--yes', '--accept-moved', 'all')).toMatchObject({ code: 2 });
    expect(await here('apply', own, '--yes', '--accept-moved', `${since}`)).toMatchObject({ code: 0 });
    expect((await holders()).toSorted()).toEqual([meant, other].toSorted());
    expect((await here('plan', own, '--check')).code).toBe(0);
  });

  test('is still recognised after two programs swap names, even if the first apply changed nothing', async () => {
    const [meant, other] = [await client('Weekly'), await client('Weekly spare')];
    const { items } = await running.operator.roles.list({ params: { application: 'ledger' } });
    const role = items.find(({ name }) => name === 'clerk')?.id ?? '';
    const body = { principal: { kind: 'client' as const, id: meant }, gives: { kind: 'role' as const, id: role } };
    await running.operator.grants.create({ params: { application: 'ledger' }, body });
    const own = file('weekly.yaml', granting('role: clerk, program: appa/Weekly').replace('programs', 'weekly'));
    const applied = await here('apply', own, '--yes');
    expect(applied).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing would change/) });
    const before = await lastChange();
    await here('apply', own, '--yes');
    expect(await lastChange()).toBe(before);
    // Swaps the two names by way of a third, temporary name.
    await rename(meant, 'Weekly gone');
    await rename(other, 'Weekly');
    expect(await here('apply', own, '--yes')).toMatchObject({ code: 2, err: expect.stringContaining('(name_moved)') });
    await rename(other, 'Weekly spare');
    await rename(meant, 'Weekly');
    expect(await here('apply', own, '--yes')).toMatchObject({ code: 0 });
  });
});

describe('after an object of a file was renamed by hand', () => {
  const set = `licet: 1
set: renamed
groups:
  - { name: Till, users: [dagny.halvorsen] }
applications:
  - id: appa
    roles:
      - { name: seer, permissions: [see] }
    grants:
      - { role: seer, group: Till }
`;

  test('plan does not create the renamed group and role again, and its errors state the new names', async () => {
    const own = file('renamed.yaml', set);
    expect(await here('apply', own, '--yes')).toMatchObject({ code: 0 });
    const { operator } = running;
    const group = (await operator.groups.list({ query: { q: 'Till' } })).items[0]?.id ?? '';
    const roles = (await operator.roles.list({ params: inA })).items;
    const role = roles.find(({ name }) => name === 'seer')?.id ?? '';
    await operator.groups.update({ params: { group }, body: { name: 'Checkout' } });
    const groupSince = await lastChange();
    await operator.roles.update({ params: { ...inA, role }, body: { name: 'viewer' } });
    const roleSince = await lastChange();
    const says = (kind: string, name: string, now: string, since: number) =>
      `The ${kind} “${name}” was renamed to “${now}” by change ${since}. Use the new name here, or rename it back. To create another ${kind} with that name, add --accept-moved ${since}.`;
    const refused = {
      code: 2,
      out: '',
      err: [
        `${own}:4:13: ${says('group', 'Till', 'Checkout', groupSince)}`,
        `${own}:8:17: ${says('role', 'seer', 'viewer', roleSince)}`,
        'There are 2 errors in the files. Nothing was changed.',
        '',
      ].join('\n'),
    };
    expect(await here('plan', own)).toEqual(refused);
    expect(await here('apply', own, '--yes', '--prune')).toEqual(refused);
    const adopted = file('adopted.yaml', set.replaceAll('Till', 'Checkout').replaceAll('seer', 'viewer'));
    expect(await here('plan', adopted, '--prune', '--check')).toMatchObject({ code: 0 });
    await operator.groups.update({ params: { group }, body: { name: 'Till' } });
    await operator.roles.update({ params: { ...inA, role }, body: { name: 'seer' } });
    expect(await here('plan', own, '--prune', '--check')).toMatchObject({ code: 0 });
  });

  test('--accept-moved creates a new group under the old name, and the next plan is empty', async () => {
    const { operator } = running;
    const group = (await operator.groups.list({ query: { q: 'Till' } })).items[0]?.id ?? '';
    await operator.groups.update({ params: { group }, body: { name: 'Checkout' } });
    const since = `${await lastChange()}`;
    const own = file('renamed.yaml', set);
    expect(await here('apply', own, '--yes', '--accept-moved', since)).toMatchObject({
      code: 0,
      out: expect.stringContaining('+ group Till\n'),
    });
    expect(await here('plan', own, '--check')).toMatchObject({ code: 0 });
  });

  test('plan refuses a reference to the old name, and reports no follow-up errors of a refused client', async () => {
    const { operator } = running;
    const { user } = { user: (await operator.users.list({ query: { username: 'dagny.halvorsen' } })).items[0] };
    const body = { username: 'dagny' };
    await operator.users.update({ params: { user: user?.id ?? '' }, body });
    const since = await lastChange();
    const own = file('only.yaml', 'licet: 1\ngroups:\n  - { name: Till, users: [dagny.halvorsen] }\n');
    expect(await here('plan', own)).toMatchObject({
      code: 2,
      err: `${own}:3:27: The user “dagny.halvorsen” was renamed to “dagny” by change ${since}. Use the new name here, or rename it back.\nThere is one error in the files. Nothing was changed.\n`,
    });
    await operator.users.update({ params: { user: user?.id ?? '' }, body: { username: 'dagny.halvorsen' } });
    const refused = file(
      'refused.yaml',
      'licet: 1\ngroups:\n  - { name: Refused, users: [dagny.halvorsen], description: "x" }\napplications:\n  - id: appa\n    clients: [{ name: Bad, kind: browser, redirectUris: [here] }, { name: Job, kind: service }]\n    grants: [{ permission: see, program: appa/Bad }]\n',
    );
    const { err } = await here('plan', refused);
    expect(err).not.toContain('00000000-');
    expect(err).toMatch(/^[^\n]*\+ client Bad of appa: [^\n]*\(invalid_request\)\nThere is one error/);
  });
});
