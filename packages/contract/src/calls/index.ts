import type { Call } from '../call.ts';
import { access } from './access.ts';
import { appearance } from './appearance.ts';
import { applications } from './applications.ts';
import { audit } from './audit.ts';
import { breakGlass } from './break-glass.ts';
import { clients } from './clients.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { differences } from './differences.ts';
import { emails } from './emails.ts';
import { endings } from './endings.ts';
import { grants } from './grants.ts';
import { groups } from './groups.ts';
import { identities } from './identities.ts';
import { invitations } from './invitations.ts';
import { keys } from './keys.ts';
import { live } from './live.ts';
import { mail } from './mail.ts';
import { me } from './me.ts';
import { operator } from './operator.ts';
import { passwords } from './passwords.ts';
import { permissions } from './permissions.ts';
import { plans } from './plans.ts';
import { policy } from './policy.ts';
import { requests } from './requests.ts';
import { reviews } from './reviews.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';
import { separations } from './separations.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';

/** Every call of the API, by noun and verb. */
export const calls = {
  setup,
  passwords,
  emails,
  me,
  credentials,
  identities,
  users,
  invitations,
  groups,
  applications,
  permissions,
  roles,
  grants,
  endings,
  clients,
  access,
  differences,
  plans,
  requests,
  breakGlass,
  separations,
  reviews,
  live,
  usage,
  audit,
  settings,
  appearance,
  policy,
  mail,
  connections,
  keys,
  search,
  operator,
} as const;
export type Calls = typeof calls;

/** The name of a call, as `users.list`. */
export type CallId = { [N in keyof Calls & string]: `${N}.${keyof Calls[N] & string}` }[keyof Calls & string];

/** The definition of the call with that name. */
export type CallOf<Id extends CallId> = Id extends `${infer N extends keyof Calls & string}.${infer V}`
  ? V extends keyof Calls[N]
    ? Calls[N][V]
    : never
  : never;

/** Every call of the API with its name, in the order of the contract. */
export const callList: readonly (readonly [CallId, Call])[] = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, definition]) => [`${noun}.${verb}` as CallId, definition as Call] as const),
);
