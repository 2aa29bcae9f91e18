import { reason } from './reason.ts';

/** Reasons for which a change of a client or of its keys is refused. */
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
