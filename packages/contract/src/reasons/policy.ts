import { reason } from './reason.ts';

/** Reasons why the sign-in policy, its plan or mails about it are refused. */
export const policyReasons = {
  locks_out: {
    administrators_locked_out: reason(
      {},
      () =>
        'No administrator has set up what these sign-in rules require, and none has time left. Each would be refused, or could set it up only in a browser in which they signed in before.',
    ),
  },
  forbidden: {
    policy_plan_names_users: reason(
      {},
      () => 'A plan of sign-in rules names users, so it needs the permission users.read of Licet.',
    ),
  },
  not_found: {
    required_unknown: reason(
      { kind: ['role', 'group'], id: 'name' },
      ({ kind, id }) => `There is no ${kind} with the id ${id}, from which a second factor could be required.`,
    ),
  },
  wrong_state: {
    outcome_without_users: reason(
      {},
      () => 'These sign-in rules no longer affect any user in this way, so there is nobody to mail.',
    ),
  },
  too_large: {
    policy_mails_too_many: reason(
      { most: 'count' },
      ({ most }, say) =>
        `These sign-in rules affect more than ${say.count(most)} users. Apply them to fewer users first.`,
    ),
  },
  field: {
    time_over: reason({}, () => 'This time is in the past. Choose a later one, or none.'),
    grace_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `This is more than ${say.count(most)} days ahead. Choose an earlier time.`,
    ),
    way_not_allowed: reason(
      { way: ['password', 'passkey', 'provider'] },
      ({ way }) => `The organisation does not let users sign in ${byWay[way]}. Leave this field out.`,
    ),
  },
} as const;

const byWay = { password: 'with a password', passkey: 'with a passkey', provider: 'with a connection' } as const;
