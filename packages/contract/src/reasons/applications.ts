import { reason } from './reason.ts';

/** Reasons why a call about an application, its owners or Licet's appearance is refused. */
export const applicationReasons = {
  not_found: {
    user_not_owner: reason(
      { user: 'name', application: 'name' },
      ({ user, application }) => `${user} is not an owner of ${application}.`,
    ),
    picture_unknown: reason({}, () => 'This image does not exist, or was replaced.'),
  },
  invalid_request: {
    role_and_permission: reason({}, () => 'Ask for a role or for a permission, not for both.'),
    series_ends_before_it_starts: reason(
      { from: 'name', to: 'name' },
      ({ from, to }) => `The period from ${from} to ${to} contains no day. Choose a later end.`,
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
        'The roles of this application include too many other roles to compute this. Sort lists of roles by name, and delete roles that nobody needs.',
    ),
  },
  field: {
    accent_missing: reason({}, () => 'Choose the colour for light backgrounds first.'),
    picture_too_wide: reason(
      { width: 'count', height: 'count', most: 'count' },
      ({ width, height, most }, say) =>
        `The image has ${say.count(width)} × ${say.count(height)} pixels. It may have at most ${say.count(most)} on each side.`,
    ),
    picture_type: reason(
      {},
      () =>
        'This is not a PNG or WebP image. SVG is not accepted, because it can contain scripts. Save the image as PNG.',
    ),
    picture_broken: reason({}, () => 'The image file is damaged. Save it as PNG again.'),
    picture_moves: reason({}, () => 'The image is animated. Save a still image.'),
    picture_not_square: reason({}, () => 'The icon for the browser tab must be square.'),
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
    key_ended: reason({ key: 'name' }, ({ key }) => `The key “${key}” has already ended. Create a new one.`),
    keys_at_limit: reason(
      { client: 'name', most: 'count' },
      ({ client, most }, say) =>
        `${client} already has ${say.count(most)} valid keys and can have no more. End one first.`,
    ),
    secret_beside_key: reason(
      { client: 'name', key: 'name' },
      ({ client, key }) =>
        `${client} authenticates with the public key “${key}” and cannot have a secret as well. End the key first, or add another public key.`,
    ),
  },
  field: {
    client_key_end: reason(
      {},
      () => 'The end of a key must be in the future. To end a key now, use the action that ends it.',
    ),
    client_without_secret: reason(
      {},
      () => 'A client in the browser or on a device has no secrets and no keys. Leave this field out.',
    ),
    client_needs_pkce: reason(
      {},
      () => 'A client in the browser or on a user’s device cannot keep a secret, so it needs PKCE. Leave PKCE on.',
    ),
    client_without_codes: reason(
      { kind: ['service', 'device'] },
      ({ kind }) =>
        `PKCE does not apply to a client of the kind “${kind}”, because no browser brings it a code. Leave this field out.`,
    ),
    client_pushes_nothing: reason(
      { kind: ['service', 'device'] },
      ({ kind }) =>
        `Pushed requests do not apply to a client of the kind “${kind}”, because it starts no sign-in in a browser. Leave this field out.`,
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
        'An installed application requests its tokens itself, not from a web page, so it has no web origins. Leave them out.',
    ),
    client_without_logout: reason(
      {},
      () => 'Only a program on a server can be notified of ended sessions. Leave this field out.',
    ),
    client_logout_https: reason({}, () => 'Enter an https address. Programs are notified only over https.'),
    client_without_keys: reason(
      {},
      () =>
        'A client in the browser or on a device cannot keep a private key, so it has no public keys. Leave this field out.',
    ),
    key_id_taken: reason({}, () => 'Another key of the client has the same kid.'),
    key_of_other_type: reason({}, () => 'The type of the key (kty) does not match its algorithm (alg).'),
    key_form: reason(
      {},
      () => 'This is not a public key. A public key looks like {"kty":"EC","crv":"P-256","x":"…","y":"…"}.',
    ),
    key_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `An RSA key needs at least ${say.count(least)} bits.`,
    ),
    key_too_long: reason({ most: 'count' }, ({ most }, say) => `An RSA key may have at most ${say.count(most)} bits.`),
    key_exponent: reason(
      {},
      () => 'The exponent e of an RSA key must be an odd number from 3 to 2^32, usually AQAB (65537).',
    ),
    address_twice: reason({}, () => 'The list already contains this address.'),
    address_characters: reason(
      {},
      () => 'The address contains a space, a backslash or a character that must be percent-encoded.',
    ),
    address_wildcard: reason(
      {},
      () => 'The address contains a wildcard. Wildcards are not supported: list each address in full.',
    ),
    address_fragment: reason({}, () => 'The address has a fragment (#…). Leave it out (RFC 6749 section 3.1.2).'),
    address_not_absolute: reason(
      {},
      () => 'This is not an absolute address. Write an address such as https://app.example.org/callback.',
    ),
    address_host: reason({}, () => 'A host may contain only letters, digits, dots and hyphens.'),
    address_without_host: reason({}, () => 'Write the address with // and a host after the scheme.'),
    address_user_name: reason({}, () => 'The address contains a username. Leave it out.'),
    address_host_spelling: reason({ host: 'name' }, ({ host }) => `Write the host as ${host}.`),
    address_needs_tls: reason(
      {},
      () => 'Use https. An address with http is allowed only for the machine itself (localhost, 127.0.0.1, [::1]).',
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
        `The scheme ${scheme} is not allowed. Use https. An installed application may use a scheme with a dot, such as org.example.app.`,
    ),
    origin_form: reason({}, () => 'This is not a web origin. Write an origin such as https://app.example.org.'),
    origin_with_more: reason(
      { origin: 'name' },
      ({ origin }) => `An origin has only a scheme, a host and a port. Write ${origin}.`,
    ),
    origin_wildcard: reason({}, () => 'The origin contains a wildcard. List each origin in full.'),
  },
} as const;

const noAddresses = {
  service: 'A service signs no users in, so it has no addresses. Leave them out.',
  device: 'A device requests its token itself, so users are not sent back to an address. Leave the addresses out.',
};
