import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { dnOf, person } from '../../../identity/directories/corp.testing.ts';
import { daysAhead } from '../../reviews/testing.ts';
import { type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('a user’s address that changed in the directory', () => {
  let world: SyncWorld;
  let corp = '';
  beforeAll(async () => {
    world = await syncWorld([person('dora'), person('erin')]);
    corp = await world.connect({});
    await world.run(corp);
  });
  afterAll(() => world.close());

  const userOf = async (username: string) => {
    const [row] = await world.rows<{ id: string; email: string | null }>(
      'select u.id, u.email from users u where u.username_key = $1 and u.no_to = 9223372036854775807',
      [username],
    );
    return row ?? { id: '', email: null };
  };
  /** An application in which the user has a duty, and a function that removes the duty. */
  const duties: Record<string, (user: string, key: string) => Promise<unknown>> = {
    owns: (user, key) =>
      world.licet.call('applications.addOwner', world.licet.admin, { params: { application: key, user } }),
    decides: async (user, key) => {
      const { licet } = world;
      const params = { application: key };
      const role = (await licet.call('roles.create', licet.admin, { params, body: { name: 'clerk' } })).id;
      const approval = { steps: [{ approvers: { users: [user], groups: [] }, needed: 1 }] };
      const { version: _, ...usual } = { version: 0, ...usualRolePolicy };
      return licet.call('roles.setPolicy', licet.admin, { params: { ...params, role }, body: { ...usual, approval } });
    },
    reviews: (user, key) =>
      world.licet.call('reviews.open', world.licet.admin, {
        body: {
          name: 'Quarter',
          scope: { kind: 'application', application: key },
          endsAt: daysAhead(3),
          reviewers: { kind: 'users', users: [user] },
          undecided: 'keep',
        },
      }),
    'reviews a group': async (user) => {
      const { licet } = world;
      const group = await licet.call('groups.create', licet.admin, { body: { name: `Group of ${user}` } });
      return licet.call('reviews.open', licet.admin, {
        body: {
          name: 'Group',
          scope: { kind: 'group', group: group.id },
          endsAt: daysAhead(3),
          reviewers: { kind: 'users', users: [user] },
          undecided: 'keep',
        },
      });
    },
  };

  const people = ['ada', 'cleo', 'mallory', 'dora'];
  test.each(Object.keys(duties).map((duty, place) => [duty, people[place] ?? ''] as const))(
    'is not copied to Licet if the user %s, and the plan lists that user (%s)',
    async (duty, username) => {
      const { id, email } = await userOf(username);
      expect(email).toContain('@');
      const { key } = await world.licet.owned();
      await duties[duty]?.(id, key);
      await world.manager.set(dnOf(username), 'mail', `taken.over@corp.example`);
      const left = expect.objectContaining({ reason: 'address_of_decider', names: [username], count: 1 });
      expect((await world.plan(corp)).leftOut).toContainEqual(left);
      const { run } = await world.run(corp);
      expect(run).toMatchObject({ state: 'done', plan: { changed: { count: 0 } } });
      expect(run?.plan?.leftOut).toContainEqual(left);
      expect((await userOf(username)).email).toBe(email);
      await world.manager.set(dnOf(username), 'mail', email ?? '');
    },
  );

  test('is not copied to Licet if the user has access to Licet itself, and the plan lists that user', async () => {
    const { licet, manager } = world;
    const { id, email } = await userOf('erin');
    const [admin] = await world.rows<{ id: string }>(
      `select r.id from roles r join applications a on a.id = r.app_id where a.key = 'licet' and r.name = 'admin'`,
    );
    const body = { principal: { kind: 'user', id }, gives: { kind: 'role', id: admin?.id }, reason: 'A test.' };
    await licet.call('grants.create', licet.freshAdmin, { params: { application: 'licet' }, body });
    await manager.set(dnOf('erin'), 'mail', 'taken.over@corp.example');
    const left = expect.objectContaining({ reason: 'address_of_licet_user', names: ['erin'], count: 1 });
    expect((await world.plan(corp)).leftOut).toContainEqual(left);
    expect((await world.run(corp)).run?.plan?.leftOut).toContainEqual(left);
    expect((await userOf('erin')).email).toBe(email);
    await manager.set(dnOf('erin'), 'mail', email ?? '');
  });

  test('is copied for a user without duties', async () => {
    const { id } = await userOf('ada');
    await world.rows('update owners set no_to = (select max(no) from change) where user_id = $1', [id]);
    await world.manager.set(dnOf('ada'), 'mail', 'ada.new@corp.example');
    await world.run(corp);
    expect((await userOf('ada')).email).toBe('ada.new@corp.example');
  });
});
