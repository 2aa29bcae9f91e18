import { domainOf } from '@licet/contract';
import { groupRow } from '../../../store/groups/groups.ts';
import { insertEntities, insertFacts } from '../../../store/kernel/many.ts';
import { principalsOf } from '../../../store/plan/who.ts';
import { noteAddressSetter } from '../../../store/users/addresses.ts';
import { userRow } from '../../../store/users/users.ts';
import { requireMayGrantThroughAll, setterOf } from '../../may-give.ts';
import { requireEmailDomain } from '../../policy/index.ts';
import { principalRecord, userRecord, userTarget } from '../../require.ts';
import { missing, type Together } from './together.ts';

export const createUsers: Together<'users.create'> = async ({ many, steps, access }) => {
  const domains = new Map(steps.flatMap(({ body: { email } }) => (email ? [[domainOf(email), email]] : [])));
  await requireEmailDomain(many, ...domains.values());
  const made = steps.map(({ id, body }) => ({ id, user: { ...body, status: 'invited' as const } }));
  await insertEntities(
    many,
    'users',
    made.map(({ id, user }, place) => ({ place, fields: { id, ...userRow(user) } })),
  );
  const ids = made.map(({ id }) => id);
  await many.sideEffects(() => noteAddressSetter(many, ids, setterOf(access)));
  return made.map(({ id, user }) => ({
    action: 'user.created',
    target: userTarget({ id, name: user.name }),
    after: userRecord(user),
  }));
};

export const createGroups: Together<'groups.create'> = async ({ many, steps }) => {
  const made = steps.map(({ id, body: { name, description = '' } }) => ({ id, name, description }));
  await insertEntities(
    many,
    'groups',
    made.map(({ id, name, description }, place) => ({
      place,
      fields: { id, ...groupRow({ name, description }) },
    })),
  );
  return made.map(({ id, name, description }) => ({
    action: 'group.created',
    target: { kind: 'group', id, name },
    after: { name, description },
  }));
};

export const addMembers: Together<'groups.addMember'> = async ({ many, steps, access }) => {
  const known = await principalsOf(many, [...new Set(steps.flatMap(({ params }) => [params.group, params.member]))]);
  const made = steps.map(({ params }) => {
    const [group, member] = [known.get(params.group.toLowerCase()), known.get(params.member.toLowerCase())];
    return group?.kind === 'group' && member && member.kind !== 'client' ? { group, member } : missing();
  });
  await insertFacts(
    many,
    'memberships',
    made.map(({ group, member }, place) => ({
      place,
      fields: { group_id: group.id, member_id: member.id, member_kind: member.kind },
    })),
  );
  // One check after all members are written is enough, because these changes can nest groups but never un-nest them.
  if (!access.isAdmin) await requireMayGrantThroughAll(many, access, [...new Set(made.map(({ group }) => group.id))]);
  return made.map(({ group: { id, name }, member }) => ({
    action: 'group.member_added',
    target: { kind: 'group', id, name },
    after: { group: name, member: principalRecord(member) },
  }));
};
