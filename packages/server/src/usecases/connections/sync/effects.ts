import type { PlannedChange } from '@licet/contract';
import { newId } from '../../../store/kernel/ids.ts';
import { planOf } from '../../plans/plan.ts';
import type { Asked } from '../../use-case.ts';
import type { ImportResult } from './import-entries.ts';
import type { Work } from './plan.ts';

/**
 * Returns the access that users would lose and gain by a synchronisation. It plans the equivalent changes and returns
 * their effects.
 */
export async function effectsOf(
  asked: Asked<'connections.planSync'>,
  { work, imported, at }: { readonly work: Work; readonly imported: ImportResult | undefined; readonly at: string },
) {
  const changes = [...changesOf(work), ...joinsOf(imported)];
  if (changes.length === 0) return { at, effects: [] };
  const { plan } = await planOf(asked, changes, asked.access);
  return { at: plan.at, effects: plan.effects };
}

// Additions are next to each other, and so are removals: changes of one kind in sequence need few statements.

const changesOf = ({ leaving, returning, changed }: Work): PlannedChange[] => [
  ...leaving.map(({ user: { id } }): PlannedChange => ({ call: 'users.suspend', params: { user: id } })),
  ...returning.map(({ id }): PlannedChange => ({ call: 'users.reactivate', params: { user: id } })),
  ...changed.flatMap(({ user, leaves }) =>
    leaves.map(({ id }): PlannedChange => ({ call: 'groups.removeMember', params: { group: id, member: user.id } })),
  ),
  ...changed.flatMap(({ user, joins }) =>
    joins.map(({ id }): PlannedChange => ({ call: 'groups.addMember', params: { group: id, member: user.id } })),
  ),
];

/** New users gain the access of their groups; a new user without a group gains none. */
function joinsOf(imported: ImportResult | undefined): PlannedChange[] {
  const joining = (imported?.joining ?? []).map((each) => ({ ...each, member: newId() }));
  return [
    ...joining.map(
      ({ username, name, member }): PlannedChange => ({
        call: 'users.create',
        as: member,
        body: { username, name, email: null },
      }),
    ),
    ...joining.flatMap(({ groups, member }) =>
      groups.map((group): PlannedChange => ({ call: 'groups.addMember', params: { group, member } })),
    ),
  ];
}
