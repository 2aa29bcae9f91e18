import { type PlannedCall, signOf } from '@licet/contract';

/** What a revert does, as people call it: nobody is “given back” or “taken away”. */
export type RevertAct = 'give' | 'take' | 'restore' | 'delete' | 'let in' | 'suspend' | 'end' | 'change';

const named: Partial<Record<PlannedCall, RevertAct>> = {
  'grants.create': 'give',
  'grants.revoke': 'take',
  'groups.addMember': 'give',
  'groups.removeMember': 'take',
  'applications.addOwner': 'give',
  'applications.removeOwner': 'take',
  'users.reactivate': 'let in',
  'users.suspend': 'suspend',
  'separations.endException': 'end',
};
const usual = { '+': 'restore', '~': 'change', '-': 'delete' } as const;

export const actOf = (call: PlannedCall): RevertAct => named[call] ?? usual[signOf(call)];
