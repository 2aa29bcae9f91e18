import { reason } from './reason.ts';

/** Reasons why a call about an application, its owners or Licet's appearance is refused. */
export const applicationReasons = {
  not_found: {
    user_not_owner: reason(
      { user: 'name', application: 'name' },
      ({ user, application }) => `${user} is not an owner of ${application}.`,
    ),
    picture_unknown: reason({}, () => 'There is no such picture, or it was replaced.'),
  },
  invalid_request: {
    role_and_permission: reason({}, () => 'Ask for a role or for a permission, not for both.'),
    series_ends_before_it_starts: reason(
      { from: 'name', to: 'name' },
      ({ from, to }) => `There is no day from ${from} to ${to}.`,
    ),
    series_too_long: reason(
      { from: 'name', to: 'name', most: 'count', by: ['day', 'week'] },
      ({ from, to, most, by }, say) =>
        `From ${from} to ${to} there are more than ${say.count(most)} ${by}s. ${by === 'day' ? 'Choose a shorter period, or ask by week.' : 'Choose a shorter period.'}`,
    ),
  },
  too_large: {
    roles_too_many: reason(
      {},
      () =>
        'Too many roles of this application include others to work this out. Sort lists of roles by name, and delete roles that nobody needs.',
    ),
  },
  field: {
    accent_missing: reason({}, () => 'Choose the colour for light grounds first.'),
    picture_too_wide: reason(
      { width: 'count', height: 'count', most: 'count' },
      ({ width, height, most }, say) =>
        `The picture has ${say.count(width)} × ${say.count(height)} pixels. At most ${say.count(most)} on a side are taken.`,
    ),
    picture_type: reason({}, () => 'That is neither a PNG nor a WebP picture. An SVG can run scripts: save it as PNG.'),
    picture_broken: reason({}, () => 'The picture is broken: it cannot be read to its end. Save it as PNG again.'),
    picture_moves: reason({}, () => 'The picture moves. Save one that stands still.'),
    picture_not_square: reason({}, () => 'The sign of the tab must be square: as wide as it is high.'),
  },
} as const;

/** Reasons why a change of a client or of its keys is refused. */
export const clientReasons = {
  not_found: {
    key_unknown: reason({ client: 'name', key: 'name' }, ({ client, key }) => `${client} has no key “${key}”.`),
  },
  wrong_state: {
    client_signs_users_in: reason(
      { client: 'name' },
      ({ client }) => `${client} signs users in and holds no grants itself. Only a service can hold grants.`,
    ),
    client_keeps_no_secret: reason(
      { client: 'name' },
      ({ client }) =>
        `${client} runs in a browser or on a user’s device, where nothing stays secret. It has no secrets and no keys.`,
    ),
    key_ended: reason({ key: 'name' }, ({ key }) => `The key “${key}” has already ended. Create another one.`),
    keys_at_limit: reason(
      { client: 'name', most: 'count' },
      ({ client, most }, say) =>
        `${client} has ${say.count(most)} valid keys, the most that it may have. End one first.`,
    ),
    secret_beside_key: reason(
      { client: 'name', key: 'name' },
      ({ client, key }) =>
        `${client} authenticates with the public key “${key}” and cannot have a secret as well. End the key first, or add another public key.`,
    ),
  },
  field: {
    client_key_end: reason({}, () => 'The end of a key must be in the future. To end a key now, use its own action.'),
    client_without_secret: reason(
      {},
      () => 'A client in the browser or on a device has no secrets and no keys. Leave this out.',
    ),
    client_needs_pkce: reason(
      {},
      () =>
        'A client in the browser or on a user’s device keeps no secret. Only PKCE proves that a code belongs to it. Leave it on.',
    ),
    client_without_codes: reason(
      { kind: ['service', 'device'] },
      ({ kind }) => `A ${kind} redeems no codes that came through a browser. Leave this out.`,
    ),
    client_pushes_nothing: reason(
      { kind: ['service', 'device'] },
      ({ kind }) => `A ${kind} starts no sign-ins in a browser, so it pushes no requests. Leave this out.`,
    ),
  },
} as const;

const kind = ['service', 'device'] as const;

/** Reasons why a URL, a key or another field of an OpenID client is refused. */
export const clientFieldReasons = {
  field: {
    client_without_addresses: reason({ kind }, ({ kind }) => noAddresses[kind]),
    client_needs_an_address: reason({}, () => 'A client that signs people in needs an address to send them back to.'),
    client_without_origins: reason(
      {},
      () =>
        'An installed application fetches its tokens itself, not from a page, so it has no web origins. Leave them out.',
    ),
    client_without_logout: reason(
      {},
      () => 'Only a program on a server can be told that a session was ended. Leave this out.',
    ),
    client_logout_https: reason({}, () => 'A program is told over https.'),
    client_without_keys: reason({}, () => 'A client in the browser, or on a device, keeps no key. Leave this out.'),
    key_id_taken: reason({}, () => 'Another key of the client has the same kid.'),
    key_of_other_type: reason({}, () => 'The key is of another type than its alg.'),
    key_form: reason({}, () => 'That is not a public key. It looks like {"kty":"EC","crv":"P-256","x":"…","y":"…"}.'),
    key_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `An RSA key needs at least ${say.count(least)} bits.`,
    ),
    key_too_long: reason({ most: 'count' }, ({ most }, say) => `An RSA key may have at most ${say.count(most)} bits.`),
    key_exponent: reason(
      {},
      () => 'The exponent e of an RSA key is an odd number from 3 to 2^32, usually AQAB (65537).',
    ),
    address_twice: reason({}, () => 'The list already contains this address.'),
    address_characters: reason(
      {},
      () => 'The address holds a space, a backslash or a character that must be percent-encoded.',
    ),
    address_wildcard: reason({}, () => 'The address holds a wildcard. List each address; they are compared exactly.'),
    address_fragment: reason({}, () => 'The address has a fragment (#…). Leave it out (RFC 6749 section 3.1.2).'),
    address_not_absolute: reason(
      {},
      () => 'That is not an absolute address. It looks like https://app.example.org/callback.',
    ),
    address_host: reason({}, () => 'A host has letters, digits, dots and hyphens only.'),
    address_without_host: reason({}, () => 'Write the address with // and a host after the scheme.'),
    address_user_name: reason({}, () => 'The address holds a user name. Leave it out.'),
    address_host_spelling: reason({ host: 'name' }, ({ host }) => `Write the host as ${host}.`),
    address_needs_tls: reason(
      {},
      () => 'Without TLS only the machine itself is allowed (localhost, 127.0.0.1, [::1]). Use https.',
    ),
    address_loopback_tls: reason(
      {},
      () => 'An installed application listens on the machine itself without TLS. Use http.',
    ),
    address_scheme_of_native: reason(
      { scheme: 'name' },
      ({ scheme }) =>
        `The scheme ${scheme} belongs to an installed application. Register a client of the kind “native” for it, or use https.`,
    ),
    address_scheme: reason(
      { scheme: 'name' },
      ({ scheme }) =>
        `The scheme ${scheme} is not allowed. Use https, or for an installed application a scheme with a dot, such as org.example.app.`,
    ),
    origin_form: reason({}, () => 'That is not a web origin. It looks like https://app.example.org.'),
    origin_with_more: reason(
      { origin: 'name' },
      ({ origin }) => `An origin is a scheme, a host and a port, nothing more: ${origin}.`,
    ),
    origin_wildcard: reason({}, () => 'The origin holds a wildcard. List each origin.'),
  },
} as const;

const noAddresses = {
  service: 'A service signs nobody in, so it has no addresses. Leave them out.',
  device: 'Nobody is sent back to a device: it asks for its token by itself. Leave the addresses out.',
};
