import { type PlannedChange, usualRolePolicy } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { callerFor, givePasswords } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { administrator } from './licet.ts';
import type { ShownObjects } from './screen-addresses.ts';

// Two hundred characters, without and with places for line breaks.
const unbroken = `Q${'uartalsabschlusspruefungsverantwortung'.repeat(6)}`.slice(0, 200);
const broken = 'Head of reconciliation, month end and everything that comes after it '
  .repeat(4)
  .slice(0, 199)
  .concat('.');
/** The name of a permission, with 200 characters. */
const spelled = `reconciliation.${'quarterly-close-'.repeat(16)}`.slice(0, 199).concat('s');

/** Names in other scripts: right to left, with emoji, and with stacked accents, each with places for line breaks and without. */
const otherScripts = {
  arabic: 'ليلى عبد الرحمن الخطيب مسؤولة المطابقة '.repeat(6).slice(0, 199).trim(),
  arabicUnbroken: 'مسؤوليةالمطابقةالشهرية'.repeat(9),
  emoji: 'Zoë 👩‍👩‍👧‍👦🏳️‍🌈🇳🇴 reconciliation 🧾 '.repeat(6).trim(),
  stacked: `Z${'a\u0308\u0323\u0301\u0330'.repeat(38)}lgo`,
} as const;

/**
 * Creates one object of each kind that lists show, with names of 200 characters, in the organisation. The other user has an Arabic name,
 * has requested access, and holds the granted permission of the change set.
 */
export async function makeLongNames(operator: Client, issuer: string, made: Organisation): Promise<ShownObjects> {
  const { version } = await operator.settings.get();
  await operator.settings.update({ body: { organisation: broken }, ifMatch: version });
  const email = `${'a'.repeat(60)}@${'quarterly-close.'.repeat(11)}example`;
  const user = await operator.users.create({ body: { username: unbroken.toLowerCase(), name: unbroken, email } });
  const other = await operator.users.create({ body: { username: 'broken', name: broken, email: null } });
  const group = await operator.groups.create({ body: { name: unbroken, description: broken } });
  const second = await operator.groups.create({ body: { name: broken } });
  for (const member of [user.id, other.id, second.id, idOf(made.users, 'Maya Lindqvist')])
    await operator.groups.addMember({ params: { group: group.id, member } });
  const application = await operator.applications.create({ body: { id: 'q'.repeat(63), name: unbroken } });
  const holders = [
    { kind: 'user', id: user.id },
    { kind: 'user', id: other.id },
    { kind: 'group', id: group.id },
  ] as const;
  const roles = [];
  for (const owner of ['ledger', application.id]) {
    const params = { application: owner };
    const permission = await operator.permissions.create({ params, body: { name: spelled, title: broken } });
    for (const name of [spelled, `role-${spelled}`.slice(0, 200)]) {
      const role = await operator.roles.create({
        params,
        body: { name, title: unbroken, permissions: [permission.id] },
      });
      roles.push({ ...role, permission: permission.id });
      for (const principal of holders)
        await operator.grants.create({
          params,
          body: { principal, gives: { kind: 'role', id: role.id }, reason: unbroken },
        });
    }
    await operator.grants.create({
      params,
      body: {
        principal: { kind: 'user', id: user.id },
        gives: { kind: 'permission', id: permission.id },
        reason: broken,
        ends: new Date(Date.now() + 86_400_000).toISOString(),
      },
    });
    await operator.clients.create({
      params,
      body: {
        name: unbroken,
        kind: 'browser',
        redirectUris: [`https://${'quarterly-close.'.repeat(10)}example/callback`],
      },
    });
    await operator.clients.create({ params, body: { name: broken, kind: 'service' } });
  }
  const [first, next] = roles;
  if (!first || !next) throw new Error('No role was made.');
  const arabic = await makeOtherScripts(operator, issuer, group.id);
  const review = await operator.reviews.open({
    body: {
      name: unbroken,
      scope: { kind: 'group', group: group.id },
      reviewers: { kind: 'owners' },
      endsAt: new Date(Date.now() + 864_000_000).toISOString(),
      undecided: 'keep',
    },
  });
  await operator.separations.create({
    body: {
      name: unbroken,
      why: broken,
      parts: [{ elements: [{ kind: 'role', id: first.id }] }, { elements: [{ kind: 'role', id: next.id }] }],
    },
  });
  await operator.connections.create({
    body: {
      name: unbroken,
      kind: 'openid',
      issuer: `https://${'quarterly-close.'.repeat(10)}example`,
      clientId: unbroken,
    },
  });
  const caller = await callerFor(issuer, administrator.email, administrator.password);
  const changes = [arabic, other.id].map(
    (id): PlannedChange => ({
      call: 'grants.create',
      params: { application: 'ledger' },
      body: { principal: { kind: 'user', id }, gives: { kind: 'permission', id: first.permission }, reason: broken },
    }),
  );
  const { digest } = await caller.plans.make({ body: { changes } });
  const { last: changeSet } = await caller.plans.apply({ body: { changes, digest } });
  return {
    user: user.id,
    otherUser: arabic,
    changeSet,
    group: group.id,
    application: application.id,
    role: first.id,
    permission: first.permission,
    permissionName: spelled,
    otherPermissionName: 'export.arabic',
    review: review.id,
  };
}

/**
 * Creates users, a group, an application and a role with names in other scripts. The Arabic user holds the role, requests another,
 * and takes a third as emergency access.
 * @returns the id of the Arabic user
 */
async function makeOtherScripts(operator: Client, issuer: string, group: string): Promise<string> {
  const { arabic, arabicUnbroken, emoji, stacked } = otherScripts;
  const people: string[] = [];
  for (const [place, name] of [arabic, arabicUnbroken, emoji, stacked].entries()) {
    const email = `person-${place}@aurelia.example`;
    people.push((await operator.users.create({ body: { username: `person-${place}`, name, email } })).id);
  }
  const [own = ''] = people;
  const circle = await operator.groups.create({ body: { name: arabic, description: emoji } });
  for (const member of people) await operator.groups.addMember({ params: { group: circle.id, member } });
  await operator.groups.addMember({ params: { group, member: circle.id } });
  const application = await operator.applications.create({ body: { id: 'other-scripts', name: arabicUnbroken } });
  for (const owner of ['ledger', application.id]) {
    const params = { application: owner };
    const permission = await operator.permissions.create({ params, body: { name: 'export.arabic', title: arabic } });
    const role = await operator.roles.create({
      params,
      body: { name: 'exporter', title: arabicUnbroken, permissions: [permission.id] },
    });
    for (const kind of ['user', 'group'] as const)
      await operator.grants.create({
        params,
        body: {
          principal: { kind, id: kind === 'user' ? own : circle.id },
          gives: { kind: 'role', id: role.id },
          reason: emoji,
          ends: new Date(Date.now() + 172_800_000).toISOString(),
        },
      });
  }
  const params = { application: 'ledger' };
  const atOnce = await operator.roles.create({ params, body: { name: 'at-once', title: arabic, permissions: [] } });
  await operator.roles.setPolicy({
    params: { ...params, role: atOnce.id },
    ifMatch: 0,
    body: { ...usualRolePolicy, breakGlass: { users: [own], groups: [], seconds: 3600 } },
  });
  await givePasswords(operator, [own]);
  const caller = await callerFor(issuer, 'person-0');
  await caller.requests.ask({
    body: { application: 'ledger', role: 'approver', reason: arabic, seconds: 86_400, place: emoji },
  });
  await caller.breakGlass.use({ body: { application: 'ledger', role: 'at-once', reason: emoji } });
  return own;
}
