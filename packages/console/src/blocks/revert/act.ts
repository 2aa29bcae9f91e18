import { type PlannedCall, signOf } from '@licet/contract';

/** The kind of a step in a revert, which decides the verb in its text. */
export type RevertAct = 'give' | 'revoke' | 'remove' | 'restore' | 'delete' | 'let in' | 'suspend' | 'end' | 'change';

const named: Partial<Record<PlannedCall, RevertAct>> = {
  'grants.create': 'give',
  'grants.revoke': 'revoke',
  'groups.addMember': 'give',
  'groups.removeMember': 'remove',
  'applications.addOwner': 'give',
  'applications.removeOwner': 'remove',
  'users.reactivate': 'let in',
  'users.suspend': 'suspend',
  'separations.endException': 'end',
};
const usual = { '+': 'restore', '~': 'change', '-': 'delete' } as const;

export const actOf = (call: PlannedCall): RevertAct => named[call] ?? usual[signOf(call)];
