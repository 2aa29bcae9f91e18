import type { Call } from './call.ts';
import { accessCalls } from './nouns/access.ts';
import { appearanceCalls } from './nouns/appearance.ts';
import { applicationCalls } from './nouns/applications.ts';
import { auditCalls } from './nouns/audit.ts';
import { breakGlassCalls } from './nouns/break-glass.ts';
import { clientCalls } from './nouns/clients.ts';
import { connectionCalls } from './nouns/connections.ts';
import { credentialCalls } from './nouns/credentials.ts';
import { differenceCalls } from './nouns/differences.ts';
import { emailCalls } from './nouns/emails.ts';
import { endingCalls } from './nouns/endings.ts';
import { grantCalls } from './nouns/grants.ts';
import { groupCalls } from './nouns/groups.ts';
import { identityCalls } from './nouns/identities.ts';
import { invitationCalls } from './nouns/invitations.ts';
import { keyCalls } from './nouns/keys.ts';
import { liveCalls } from './nouns/live.ts';
import { mailCalls } from './nouns/mail.ts';
import { meCalls } from './nouns/me.ts';
import { operatorCalls } from './nouns/operator.ts';
import { passwordCalls } from './nouns/passwords.ts';
import { permissionCalls } from './nouns/permissions.ts';
import { planCalls } from './nouns/plan-calls.ts';
import { policyCalls } from './nouns/policy.ts';
import { requestCalls } from './nouns/requests.ts';
import { reviewCalls } from './nouns/review-calls.ts';
import { roleCalls } from './nouns/roles.ts';
import { searchCalls } from './nouns/search.ts';
import { separationCalls } from './nouns/separations.ts';
import { settingsCalls } from './nouns/settings.ts';
import { setupCalls } from './nouns/setup.ts';
import { usageCalls } from './nouns/usage.ts';
import { userCalls } from './nouns/user-calls.ts';
import { viewCalls } from './nouns/views.ts';

/** All calls of the API, by noun and verb. */
export const calls = {
  setup: setupCalls,
  passwords: passwordCalls,
  emails: emailCalls,
  me: meCalls,
  credentials: credentialCalls,
  identities: identityCalls,
  users: userCalls,
  views: viewCalls,
  invitations: invitationCalls,
  groups: groupCalls,
  applications: applicationCalls,
  permissions: permissionCalls,
  roles: roleCalls,
  grants: grantCalls,
  endings: endingCalls,
  clients: clientCalls,
  access: accessCalls,
  differences: differenceCalls,
  plans: planCalls,
  requests: requestCalls,
  breakGlass: breakGlassCalls,
  separations: separationCalls,
  reviews: reviewCalls,
  live: liveCalls,
  usage: usageCalls,
  audit: auditCalls,
  settings: settingsCalls,
  appearance: appearanceCalls,
  policy: policyCalls,
  mail: mailCalls,
  connections: connectionCalls,
  keys: keyCalls,
  search: searchCalls,
  operator: operatorCalls,
} as const;
export type Calls = typeof calls;

export type CallId = { [N in keyof Calls & string]: `${N}.${keyof Calls[N] & string}` }[keyof Calls & string];

export type CallOf<Id extends CallId> = Id extends `${infer N extends keyof Calls & string}.${infer V}`
  ? V extends keyof Calls[N]
    ? Calls[N][V]
    : never
  : never;

/** All calls of the API with their names, in the order of the contract. */
export const callList: readonly (readonly [CallId, Call])[] = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, definition]) => [`${noun}.${verb}` as CallId, definition as Call] as const),
);
