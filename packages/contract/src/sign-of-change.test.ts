import { expect, test } from 'vitest';
import type { PlannedCall } from './nouns/plan-calls.ts';
import { signOf } from './sign-of-change.ts';

const signs: readonly (readonly [sign: string, calls: readonly PlannedCall[]])[] = [
  ['+', ['grants.create', 'groups.addMember', 'users.reactivate', 'applications.addOwner', 'separations.except']],
  ['~', ['grants.update', 'roles.setPolicy', 'separations.changeException', 'settings.update']],
  ['-', ['grants.revoke', 'groups.removeMember', 'users.suspend', 'users.remove', 'separations.endException']],
];

test.each(signs)('uses the sign %s for the changes %j', (sign, calls) => {
  expect(calls.map(signOf)).toEqual(calls.map(() => sign));
});
