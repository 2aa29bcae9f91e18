/** What Licet is for. */
export const purpose =
  'Licet does one job once, properly: sign-in, roles and permissions that hold, the same on the screen, in the API and in the database, with a console in which people see, change, explain and audit who may do what.';

/** Who uses it, and what they come for. */
export const audiences = [
  {
    who: 'Application developer',
    comesFor:
      'Guard screens, buttons, API routes and table rows in an afternoon; be told on the spot why something is refused',
  },
  { who: 'Administrator', comesFor: 'See and change who may do what' },
  { who: 'Member', comesFor: 'Sign in once, see what they may do' },
  {
    who: 'Owner of an application',
    comesFor: 'Look after its permissions, roles, clients and grants, and nothing else',
  },
  { who: 'Auditor', comesFor: 'Who could do what, on any day, by which path, and who changed it' },
  { who: 'Operator', comesFor: 'One command to run it; PostgreSQL and several processes when it grows' },
] as const;

/** The rule, as the mission gave it. */
export const rule = [
  'A stored token’s payload carries a user id, a list of roles, a list of permissions and an expiry time.',
  'The token is valid while its expiry lies in the future.',
  'Having a role is a membership test against the role list.',
  'The role named admin implies every permission. Any other permission is a membership test against the permission list.',
] as const;
