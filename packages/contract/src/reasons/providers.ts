import { type HostFault, hostFailure, hostFaults, hostNotCalled, type Network, networks } from './outgoing.ts';
import { reason } from './reason.ts';

/**
 * The possible faults of a logout token. A provider sends such a token to report that a session ended (OpenID Connect
 * Back-Channel Logout 1.0).
 */
const logoutTokenFaults = [
  'format',
  'algorithm',
  'type',
  'issuer',
  'audience',
  'nonce',
  'event',
  'id',
  'subject',
  'issued_at',
  'expired',
  'signature',
  'used',
] as const;
export type LogoutTokenFault = (typeof logoutTokenFaults)[number];

const ofLogoutToken: Readonly<Record<LogoutTokenFault, string>> = {
  format: 'This is not a logout token.',
  algorithm: 'The logout token is not signed with an algorithm that Licet accepts.',
  type: 'The token does not have the type of a logout token (typ).',
  issuer: 'The logout token is from another issuer (iss).',
  audience: 'The logout token is for another client (aud).',
  nonce: 'A logout token must not have a nonce.',
  event: 'The logout token does not say that a session has ended (events).',
  id: 'The logout token has no identifier (jti).',
  subject: 'The logout token names neither a session (sid) nor a user (sub).',
  issued_at: 'The logout token is too old, or its time is in the future (iat).',
  expired: 'The logout token has expired (exp).',
  signature: 'The logout token is not signed with a key that its issuer publishes.',
  used: 'The logout token was used before.',
};

/** Faults of a provider's responses and behaviour because of which Licet refuses a sign-in. */
const providerFaults = [
  'subject',
  'session',
  'client',
  'keys_changed',
  'time',
  'audience',
  'endpoints',
  'sign_in_page',
  'keys_place',
  'id_token',
  'user',
  'protocol',
] as const;
export type ProviderFault = (typeof providerFaults)[number];

const ofProvider: Readonly<Record<ProviderFault, (connection: string) => string>> = {
  subject: (connection) => `The identifier that ${connection} sent for you cannot be stored.`,
  session: (connection) => `The identifier that ${connection} sent for your session there cannot be stored.`,
  client: (connection) => `${connection} does not accept the client id and the secret that Licet sent.`,
  keys_changed: (connection) =>
    `The signature of ${connection} does not match the keys that it publishes. The keys may have just changed.`,
  time: (connection) =>
    `The signed answer of ${connection} is too old, or its time is in the future. The clock there or here may be wrong.`,
  audience: (connection) => `The signed answer of ${connection} is for another sign-in, or for another client.`,
  endpoints: (connection) => `${connection} does not publish its endpoints.`,
  sign_in_page: (connection) => `${connection} does not publish the address where users sign in.`,
  keys_place: (connection) => `${connection} does not publish its keys.`,
  id_token: (connection) => `${connection} sent no ID token.`,
  user: (connection) => `${connection} did not say who you are.`,
  protocol: (connection) => `${connection} did not answer as the protocol requires.`,
};

interface At {
  readonly connection: string;
}
const notReached = ({ connection }: At, why: string) => `${connection} cannot be reached. ${why}`;

/** Reasons why a provider cannot be used for a sign-in, and why a provider's logout token is refused. */
export const providerReasons = {
  provider_unreachable: {
    provider_not_called: reason(
      { connection: 'name', host: 'name', network: networks },
      (at: At & { readonly host: string; readonly network: Network }) => notReached(at, hostNotCalled(at)),
    ),
    provider_host_failed: reason(
      { connection: 'name', host: 'name', fault: hostFaults },
      (at: At & { readonly host: string; readonly fault: HostFault }) => notReached(at, hostFailure(at)),
    ),
    provider_failed: reason(
      { connection: 'name', status: 'count' },
      ({ connection, status }, say) => `${connection} failed: it answered with status ${say.count(status)}.`,
    ),
    provider_unavailable: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} answered that it cannot sign in anyone at present.`,
    ),
  },
  provider_wrong: {
    provider_fault: reason({ connection: 'name', fault: providerFaults }, ({ connection, fault }) =>
      ofProvider[fault](connection),
    ),
    provider_issuer: reason(
      { connection: 'name', issuer: 'name' },
      ({ connection, issuer }) => `${connection} answered with another issuer than ${issuer}.`,
    ),
    provider_code_declined: reason(
      { connection: 'name', answer: 'name' },
      ({ connection, answer }) => `${connection} rejected the code that it issued: it answered “${answer}”.`,
    ),
    provider_user_status: reason(
      { connection: 'name', status: 'count' },
      ({ connection, status }, say) =>
        `${connection} did not say who you are: it answered with status ${say.count(status)}.`,
    ),
  },
  provider_refused: {
    provider_cancelled: reason(
      { connection: 'name' },
      ({ connection }) => `The sign-in at ${connection} was cancelled there.`,
    ),
    provider_declined: reason(
      { connection: 'name', answer: 'name' },
      ({ connection, answer }) => `${connection} did not sign you in: it answered “${answer}”.`,
    ),
  },
  invalid_request: {
    logout_token_wrong: reason({ fault: logoutTokenFaults }, ({ fault }) => ofLogoutToken[fault]),
    logout_not_of_github: reason({}, () => 'GitHub does not report the end of a session.'),
  },
} as const;
