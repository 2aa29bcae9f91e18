import { erasedName, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, deskIn } from '../requests/testing.ts';
import { daysAhead } from '../reviews/testing.ts';
import { callerOf, operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let desk: Desk;

beforeAll(async () => {
  licet = await testLicet();
  desk = await deskIn(licet);
});
afterAll(() => licet.close());

/** Creates a user who changes their own name to each of the names, one after another. */
async function someoneCalled(...names: string[]): Promise<string> {
  const { userId } = await licet.user();
  for (const name of names) await licet.call('me.update', callerOf(userId), { body: { name } });
  return userId;
}

const grantTo = (id: string, reason: string) =>
  licet.call('grants.create', desk.owner, {
    params: desk.params,
    body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: desk.roles.clerk }, reason },
  });

/** Returns the events that are neither by these users nor about these objects. */
async function eventsOfOthers(...ids: string[]) {
  const { rows } = await licet.database.pool.query(
    `select no, actor_name, target_name, before::text, after::text from change
     where action <> 'user.erased' and not (target_id = any($1) or coalesce(actor_id::text, '') = any($1)) order by no`,
    [ids],
  );
  return rows;
}
const erase = (id: string) => licet.call('users.erase', operator, { params: { user: id } });
const eventOf = async (target: string) =>
  (await licet.call('audit.list', licet.admin, { query: { target, limit: '1' } })).items[0];

test('an erasure removes the address in both forms of its domain from others’ texts', async () => {
  const body = { username: 'buecher', name: 'Some Reader', email: 'reader@bücher.example' };
  const { id } = await licet.call('users.create', licet.admin, { body });
  const grant = await grantTo(id, 'Asked by reader@xn--bcher-kva.example');
  await erase(id);
  expect(JSON.stringify(await eventOf(grant.id))).not.toMatch(/reader@/);
  const { rows } = await licet.database.pool.query('select reason from grants where id = $1', [grant.id]);
  expect(JSON.stringify(rows)).not.toMatch(/reader@/);
});

test('an erasure accepts the user’s id in upper case', async () => {
  const mira = await someoneCalled('Mira Quist', 'Mira Hale');
  await grantTo(mira, 'Wanted by Mira Quist');
  const found = async () => {
    const { rows } = await licet.database.pool.query<{ no: number }>(
      `select no from change where concat_ws(' ', actor_name, target_name, before::text, after::text) ~ 'Mira (Quist|Hale)'`,
    );
    return rows.length;
  };
  expect(await found()).toBeGreaterThan(2);
  await erase(mira.toUpperCase());
  expect(await found()).toBe(0);
  expect(await eventOf(mira)).toMatchObject({ action: 'user.erased', target: { id: mira } });
});

describe('an erasure and the data of others', () => {
  test('keeps events of others with words that were once the user’s name', async () => {
    await licet.call('groups.create', licet.admin, { body: { name: 'Refund Desk', description: 'role admin' } });
    const mallory = await someoneCalled('role clerk', 'clerk', 'Refund Desk', 'To refunds.approve', 'Mallory');
    const { userId: other } = await licet.user();
    await grantTo(other, 'They head the Refund Desk as role clerk');
    await licet.call('settings.update', licet.freshAdmin, { body: { organisation: 'Refund Desk' } });
    const before = await eventsOfOthers(mallory);
    expect(JSON.stringify(before)).toContain('role clerk');
    const plan = await licet.call('users.erasurePlan', licet.admin, { params: { user: mallory } });
    expect(plan.events.every(({ target }) => target.id === mallory)).toBe(true);
    await erase(mallory);
    expect(await eventsOfOthers(mallory)).toEqual(before);
  });

  test('keeps a grant of a role that has a former name of the user', async () => {
    const mallory = await someoneCalled('role clerk', 'clerk');
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: mallory } });
    const { userId: accomplice } = await licet.user();
    const grant = await licet.call('grants.create', callerOf(mallory), {
      params: desk.params,
      body: {
        principal: { kind: 'user', id: accomplice },
        gives: { kind: 'role', id: desk.roles.clerk },
        reason: 'as clerk',
      },
    });
    const before = await eventOf(grant.id);
    await erase(mallory);
    expect(await eventOf(grant.id)).toMatchObject({
      actor: { id: mallory, name: 'a person who was erased' },
      target: before?.target,
      after: before?.after,
    });
  });

  test('keeps another user’s name that equals the erased user’s “name (username)”', async () => {
    const robin = await someoneCalled('Rob Wood');
    const { username } = await licet.call('users.get', licet.admin, { params: { user: robin } });
    const mallory = await someoneCalled(`Rob Wood (${username})`);
    const policy = {
      ...usualRolePolicy,
      approval: { steps: [{ approvers: { users: [mallory], groups: [] }, needed: 1 }] },
    };
    await licet.call('roles.setPolicy', desk.owner, {
      params: { ...desk.params, role: desk.roles.clerk },
      body: policy,
    });
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: robin } });
    const { userId: heir } = await licet.user();
    const before = await eventsOfOthers(robin);
    expect(JSON.stringify(before)).toContain(`Rob Wood (${username})`);
    const params = { user: robin };
    const { no = 0 } = (await eventOf(desk.roles.clerk)) ?? {};
    await licet.call('users.erase', operator, { params, body: { handOver: { to: heir } } });
    expect(await eventOf(desk.roles.clerk)).toMatchObject({
      no,
      after: { approval: [{ approvers: [`Rob Wood (${username})`] }] },
    });
    // The event of the hand-over does not name the erased person, even if another user chooses the same name.
    expect(await eventOf(heir)).toMatchObject({ action: 'user.took_over', after: { handedBy: erasedName } });
  });

  test('keeps events that name another user who had the same name', async () => {
    const mallory = await someoneCalled('Robin Hale', 'Mallory');
    const robin = await someoneCalled('Robin Hale');
    const made = await licet.call('applications.create', licet.admin, {
      body: { id: 'till', name: 'Till', description: '' },
    });
    await licet.call('applications.addOwner', licet.admin, { params: { application: made.id, user: robin } });
    await licet.call('applications.remove', licet.freshAdmin, { params: { application: made.id } });
    const before = await eventsOfOthers(mallory);
    expect(JSON.stringify(before)).toContain('Robin Hale');
    await erase(mallory);
    expect(await eventsOfOthers(mallory)).toEqual(before);
    await erase(robin);
    expect(JSON.stringify(await eventsOfOthers(robin))).not.toContain('Robin Hale');
  });

  test.each(['Ben Ross (ben.ross)', 'Board'])(
    'keeps events that name another user or a group as “%s”',
    async (name) => {
      const mallory = await someoneCalled(name);
      const known = { user: 'Ben Ross (ben.ross)', group: 'Board' };
      const { id } =
        name === known.user
          ? await licet.call('users.create', licet.admin, { body: { username: 'ben.ross', name: 'Ben Ross' } })
          : await licet.call('groups.create', licet.admin, { body: { name: 'Board' } });
      const kind = name === known.user ? 'user' : 'group';
      const body = { principal: { kind, id } as const, gives: { kind: 'role', id: desk.roles.clerk } as const };
      await licet.call('grants.create', licet.admin, { params: desk.params, body });
      const before = await eventsOfOthers(mallory);
      expect(before.at(-1)?.after).toContain(name);
      await erase(mallory);
      expect(await eventsOfOthers(mallory)).toEqual(before);
    },
  );

  test('keeps an address that the user requested but never proved', async () => {
    const { userId: mallory } = await licet.user();
    const victim = await licet.call('users.create', licet.admin, {
      body: { username: 'vera', name: 'Vera Vane', email: 'vera@vane.example' },
    });
    await licet.call('users.update', licet.freshAdmin, { params: { user: victim.id }, body: { name: 'Vera V.' } });
    await licet.database.pool.query(
      `insert into address_states (user_id, address) values ($1, 'vera@vane.example') on conflict (user_id) do update set address = excluded.address`,
      [mallory],
    );
    await grantTo(victim.id, 'Write to vera@vane.example first');
    const before = await eventsOfOthers(mallory);
    await erase(mallory);
    expect(await eventsOfOthers(mallory)).toEqual(before);
    const { rows } = await licet.database.pool.query(`select reason from grants where principal_id = $1`, [victim.id]);
    expect(rows[0].reason).toBe('Write to vera@vane.example first');
  });
});

test('an erasure removes a proved address from others’ texts, in events and rows', async () => {
  const { userId: nora } = await licet.user();
  const { userId: other } = await licet.user();
  await licet.database.pool.query(
    `insert into address_states (user_id, address, verified_at) values ($1, 'nora@north.example', now())
     on conflict (user_id) do update set address = excluded.address, verified_at = now()`,
    [nora],
  );
  const grant = await grantTo(other, 'Asked by Nora@North.example, not by anora@north.example');
  const plan = await licet.call('users.erasurePlan', licet.admin, { params: { user: nora } });
  expect(plan.events[0]).toMatchObject({
    action: 'grant.created',
    target: { id: grant.id },
    takesOut: [{ field: 'after.reason', text: 'Asked by Nora@North.example, not by anora@north.example' }],
  });
  expect(plan.rows).toEqual(expect.arrayContaining([{ table: 'grants', rows: 1 }]));
  await erase(nora);
  const left = 'Asked by a person who was erased, not by anora@north.example';
  expect(await eventOf(grant.id)).toMatchObject({ after: { reason: left } });
  const { rows } = await licet.database.pool.query(`select reason from grants where id = $1`, [grant.id]);
  expect(rows[0].reason).toBe(left);
});

test('an erasure removes the name and the proved address from searches in events and reviews', async () => {
  const email = 'mina@quillfeather.example';
  const name = 'Wilhelmina Quillfeather';
  const { id } = await licet.call('users.create', licet.admin, { body: { username: 'quillfeather', name, email } });
  await licet.database.pool.query(`insert into address_states (user_id, address, verified_at) values ($1, $2, now())`, [
    id,
    email,
  ]);
  const links = { body: { filter: { q: name } } };
  for await (const _ of await licet.call('invitations.links', licet.freshAdmin, links));
  await licet.call('users.invite', licet.freshAdmin, { body: { filter: { q: email } } });
  const scope = { kind: 'filter', q: email } as const;
  const review = { name: 'One', reviewers: { kind: 'owners' }, endsAt: daysAhead(3), undecided: 'keep' } as const;
  await licet.call('reviews.open', licet.admin, { body: { ...review, scope } });
  const series = { ...review, name: 'Series', everyMonths: 1, scope: { kind: 'filter', q: email } } as const;
  await licet.call('reviews.open', licet.admin, { body: series });
  // A word may mean a role, even if it was the user's name.
  await licet.call('users.invite', licet.freshAdmin, { body: { filter: { q: 'quillfeather' } } });
  await licet.call('users.erase', operator, { params: { user: id } });
  const { rows } = await licet.database.pool.query<{ q: string }>(
    `select after #>> '{filter,q}' as q from change where action in ('user.password_link_made', 'user.invited')
     union all select after #>> '{scope,q}' from change where action = 'review.opened'
     union all select scope ->> 'q' from reviews where next_at is null`,
  );
  const found = rows.map(({ q }) => q).filter((q) => q !== null);
  expect(found.sort()).toEqual([...Array(5).fill(erasedName), 'quillfeather']);
  const kept = await licet.database.pool.query('select scope from reviews where next_at is not null');
  expect(kept.rows).toEqual([{ scope: series.scope }]);
});

/** Opens a review with a search, and erases a user who once had this text as a name. */
async function searchedAndErased(q: string) {
  const body = { name: 'Nights', reviewers: { kind: 'owners' }, endsAt: daysAhead(14), undecided: 'keep' };
  const { id } = await licet.call('reviews.open', licet.admin, { body: { ...body, scope: { kind: 'filter', q } } });
  await erase(await someoneCalled(q, 'Somebody Else'));
  const params = { review: id };
  const { scope, version } = await licet.call('reviews.get', licet.admin, { params });
  return { id, scope, recur: { params, body: { everyMonths: 1 }, ifMatch: version } };
}

test('an erasure keeps a search for the name of a group, a role, a permission, an application or a program', async () => {
  const { params, owner } = desk;
  const names = ['Night Shift', 'Late Clerk', 'Bill of Lading', 'Harbour Master', 'Nightly Job'] as const;
  const [group, role, permission, application, program] = names;
  await licet.call('groups.create', licet.admin, { body: { name: group } });
  await licet.call('roles.create', owner, { params, body: { name: 'late-clerk', title: role } });
  await licet.call('permissions.create', owner, { params, body: { name: 'bill.lading', title: permission } });
  await licet.call('applications.create', licet.admin, { body: { id: 'harbour-master', name: application } });
  await licet.call('clients.create', owner, { params, body: { kind: 'service', name: program } });
  for (const q of names) {
    const review = await searchedAndErased(q);
    expect(review.scope).toMatchObject({ kind: 'filter', q });
    expect((await eventOf(review.id))?.after).toMatchObject({ scope: { q } });
    expect(await licet.outcome('reviews.update', licet.admin, review.recur)).toBe('ok');
  }
});

test('a review cannot be scheduled again if it searched for a person who was erased', async () => {
  const review = await searchedAndErased('Mortimer Vance');
  expect(review.scope).toMatchObject({ kind: 'filter', q: erasedName });
  expect(await licet.outcome('reviews.update', licet.admin, review.recur)).toBe('wrong_state');
});

test('an erasure keeps the user’s deputy in events, and removes an erased deputy', async () => {
  const [ada, bea] = [await someoneCalled('Ada Ash'), await someoneCalled('Bea Birch')];
  await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: ada } });
  const { username } = await licet.call('users.get', licet.admin, { params: { user: bea } });
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  await licet.call('me.delegate', callerOf(ada), { body: { to: username, ends } });
  const delegated = async () =>
    (await licet.call('audit.list', licet.admin, { query: { target: ada, action: 'user.delegated' } })).items[0];
  await erase(ada);
  const target = { name: 'a person who was erased' };
  expect(await delegated()).toMatchObject({ target, after: { delegate: 'Bea Birch' } });
  await erase(bea);
  expect(await delegated()).toMatchObject({ target, after: { delegate: 'a person who was erased' } });
});
