import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerFor, givePasswords } from '../examples/ledger/sample/members.ts';
import { idOf } from '../examples/ledger/sample/organisation.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

// Tests configuration files that end grants. Applying such a file ends the grants that users and other files made. It
// keeps requested grants, and grants that are newer than the time in the file.

let running: RunningLicet;
let users: ReadonlyMap<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'licet-ends-'));

beforeAll(async () => {
  const sample = await startSample('organisation');
  running = sample.licet;
  users = sample.organisation.users;
});
afterAll(() => endAll(running, folder));

const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);
const params = { application: 'ledger' };

/**
 * Three users that the file lists. The first has a manual grant, the second a grant through an approved request, the third a newer grant.
 */
const people = ['Maya Lindqvist', 'Kwame Boateng', 'Dagny Halvorsen'] as const;
const username = (name: string) => usernameOf(name);

/** Writes a file in which the grants of a permission to these users ended at the given time. */
function ended(permission: string, since: string): string {
  const path = join(folder, `${permission}.yaml`);
  const lines = people.map(
    (name) => `      - { permission: ${permission}, user: ${username(name)}, ends: "${since}" }\n`,
  );
  writeFileSync(path, `licet: 1\nset: ends\napplications:\n  - id: ledger\n    grants:\n${lines.join('')}`);
  return path;
}

test('a grant line with a past end ends the manual grant; requested and later grants stay and are listed', async () => {
  const { operator, url } = running;
  const permission = 'settings.write';
  const [maya, kwame, dagny] = people.map((name) => idOf(users, name));
  const { items } = await operator.permissions.list({ params, query: { q: permission } });
  const gives = { kind: 'permission', id: items[0]?.id ?? '' } as const;
  const give = (id = '') => operator.grants.create({ params, body: { principal: { kind: 'user', id }, gives } });
  await give(maya);
  await givePasswords(operator, [kwame ?? '']);
  const own = await callerFor(url, username('Kwame Boateng'));
  const body = { application: 'ledger', permission, reason: 'Quarter close.', seconds: 3600 };
  const { id: request } = await own.requests.ask({ body });
  await operator.requests.approve({ params: { request }, body: {} });
  const since = new Date().toISOString();
  const { starts } = await give(dagny);
  expect(starts > since).toBe(true);

  const file = ended(permission, since);
  const line = (name: string) => `grant of permission settings.write in ledger to user ${username(name)}`;
  const stays = `2 grants should have ended according to these files, but “licet apply” does not end them:
    ${line('Kwame Boateng')}: it was requested, or taken as emergency access
    ${line('Dagny Halvorsen')}: it began at ${starts}, after the end in the file
`;
  const planned = await here('plan', file);
  expect(planned).toMatchObject({ code: 0, err: '' });
  expect(planned.out).toContain(
    `1 change: 0 to add, 0 to change, 1 to remove.\n  - ${line('Maya Lindqvist')}\n\nWho gains and loses what:\n  ledger: Maya Lindqvist\n    − settings.write\n`,
  );
  expect(planned.out).toContain(stays);
  expect((await here('plan', file, '--format', 'markdown')).out).toContain(
    '2 grants should have ended according to these files',
  );
  expect(JSON.parse((await here('plan', file, '--format', 'json')).out).stays).toHaveLength(2);

  expect(await here('apply', file, '--yes')).toMatchObject({ code: 0 });
  const can = async (name: string) => (await here('can', username(name), permission, '--application', 'ledger')).code;
  expect(await Promise.all(people.map(can))).toEqual([1, 0, 0]);
  // The server now matches the file, and prune finds nothing that an earlier version of the file created.
  const after = await here('plan', file, '--prune', '--check');
  expect(after).toMatchObject({ code: 0, out: expect.stringContaining(stays) });
});
