import type { Client } from '@licet/contract/client';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';

// Two hundred characters, without and with places for line breaks.
const unbroken = `Q${'uartalsabschlusspruefungsverantwortung'.repeat(6)}`.slice(0, 200);
const broken = 'Head of reconciliation, month end and everything that comes after it '
  .repeat(4)
  .slice(0, 199)
  .concat('.');
/** The name of a permission, with 200 characters. */
export const spelled = `reconciliation.${'quarterly-close-'.repeat(16)}`.slice(0, 199).concat('s');

/** The ids of objects with a name of 200 characters. */
export interface LongNames {
  readonly user: string;
  readonly group: string;
  readonly application: string;
  readonly role: string;
  readonly permission: string;
  readonly review: string;
}

/** Creates one object of each kind that lists show, with names of 200 characters, in the organisation. */
export async function makeLongNames(operator: Client, made: Organisation): Promise<LongNames> {
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
  return {
    user: user.id,
    group: group.id,
    application: application.id,
    role: first.id,
    permission: first.permission,
    review: review.id,
  };
}
