import type { MalformedCode } from '@licet/rule';
import { formatNumber, plural } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Inspect a token',
  lead: 'Paste any access token to see what it says, whether it is valid, and what it permits.',
  token: 'Token',
  paste: 'Paste a token here',
  takeMine: 'Use my token',
  clear: 'Clear',
  here: 'Read here, in this tab. Nothing is sent or stored.',
  large: (count: string) => `${count} characters. Only the start and the end are shown.`,
  samples: 'No token at hand? Try a sample that is',
  sample: {
    valid: 'valid',
    expired: 'expired',
    admin: 'an admin’s',
    reference: 'too long for its list',
    resources: 'for some shops',
  },
  header: 'Header',
  payload: 'Payload',
  copy: 'Copy',
  copied: 'Copied',
  moreClaims: (count: number) =>
    `… and ${plural(count, { one: '1 more claim', other: `${formatNumber(count)} more claims` })}`,
  unreadable: 'It cannot be read.',

  empty: 'What a token permits, step by step',
  emptyText:
    'A token names a user, lists roles and permissions, and expires. A check reads only this: an expired token permits nothing, the role admin permits everything, and any other permission must be listed.',

  valid: 'Valid',
  expired: 'Expired',
  malformedHead: 'Not well-formed',
  leftOf: (whole: string) => ` left of ${whole}`,
  left: ' left',
  timeLeft: 'Time left',
  issued: (time: string) => `issued ${time}`,
  ends: (time: string) => `ends ${time}`,
  ended: (time: string) => `ended ${time}`,
  nowValid: (time: string) => `The token is valid. It ends ${time}.`,
  nowExpired: (time: string) => `The token has expired. It ended ${time}.`,
  never: 'too far in the future to show',

  wellFormed: 'Well formed',
  wellFormedWhy: 'sub, roles, permissions and exp have the required form',
  inTime: 'In time',
  inTimeWhy: 'exp is in the future, by this computer’s clock',
  tooLate: 'Expired',
  tooLateWhy: 'exp has passed, by this computer’s clock, so it permits nothing',
  signature: 'Signature',
  signatureWhy:
    'Not checked yet: paste the issuer’s keys. A server first verifies the signature, the issuer and the audience, then checks the permission.',
  signatures: {
    fits: (algorithm: string, key: string | undefined) =>
      key === undefined
        ? `Made with one of these keys (${algorithm}). The token is unchanged.`
        : `Made with the key ${key} (${algorithm}). The token is unchanged.`,
    differs: 'Not made with any of these keys. Somebody changed the token, or the keys are those of another issuer.',
    key_missing: (key: string) =>
      `None of these keys has the id ${key}, which the token names. The issuer may have changed its keys: copy them again.`,
    unsigned: 'The token says that it is not signed (alg none). No server may accept it.',
    secret:
      'Made with a shared secret (HMAC), not with a key pair. It cannot be checked here, because a secret must not be pasted.',
    checking: 'It is being checked with these keys.',
    unchecked: 'Not checked: this part of the page could not run. Reload the page and try again.',
    unreadable: 'This text contains no public key. Paste a JWK Set, a JWK, or PEM.',
    private:
      'This is a secret or private key. Remove it here, and replace it if others may have seen it. Paste the public key.',
  },
  checking: 'Checking the signature',
  unchecked: 'Not checked',
  forged: 'Not authentic',
  unverified: 'Not verified',
  readAs: (issuer: string, roles: readonly string[]) =>
    roles.length === 0
      ? `Read as a token of ${issuer}, without roles`
      : `Read as a token of ${issuer}: its roles are in ${roles.join(' and ')}`,
  keys: 'Keys of the issuer',
  pasteKeys: 'Paste public keys here to check the signature',
  keysKinds: 'A JWK Set, a JWK, or PEM.',
  keysAt: 'A JWK Set, a JWK, or PEM. This issuer publishes its keys at',
  anybody:
    'Anybody can write a token that says anything, as the samples show. This page shows only what the token claims.',

  ask: 'Check a permission',
  askField: 'Permission',
  permitted: 'Permitted',
  refused: 'Refused',
  reasons: {
    admin: 'The role admin permits everything, listed or not.',
    listed: 'The token lists it.',
    'not-listed': 'The token neither has the role admin nor lists it.',
    incomplete:
      'The list is not in the token (permissions_ref), so this page cannot tell whether it includes this. A server fetches the list and asks again.',
    expired: 'The token has expired, so nothing is permitted, whatever it lists.',
    malformed: 'A token that is not well-formed permits nothing.',
  },
  whatWould: 'What would grant it?',

  permits: 'It permits',
  lists: 'It lists',
  everything: 'everything: it has the role admin',
  roles: (count: number) => (count === 1 ? '1 role' : `${formatNumber(count)} roles`),
  permissions: (count: number) => (count === 1 ? '1 permission' : `${formatNumber(count)} permissions`),
  find: 'Find a permission',
  found: (count: number) => `${formatNumber(count)} found`,
  noneFound: 'None by that name.',
  noPermissions: 'No permission is listed.',
  reference: 'The permission list is not in the token',
  referenceWhy:
    'With its permissions, the token would be too long for a request header. It carries the SHA-256 of the list instead. The holder of the token fetches the list once by that hash, and keeps it.',
  onResources: 'On resources',
  onResourcesWhy: 'In addition to the above, on these resources and on everything that lies in them.',
  resources: (count: number) => (count === 1 ? '1 resource' : `${formatNumber(count)} resources`),
  resourcesMore: (count: number) => `${formatNumber(count)} more`,
  onNone: 'On no resource',
  moreGroups: (count: number) =>
    `… and ${plural(count, { one: '1 more group of resources', other: `${formatNumber(count)} more groups of resources` })}`,
  onlyOn: (resources: string) => `It is permitted only on ${resources}.`,
  onReference: 'The access on resources is not in the token',
  onReferenceWhy:
    'With it, the token would be too long for a request header. It carries the SHA-256 of the claim on instead. What it permits on a resource is not known here, so nothing beyond what it permits everywhere.',
  size: 'Size',
  sizeText: (size: string, budget: string) => `${size} of ${budget}`,
  bytes: (count: number) => (count < 1000 ? `${count} B` : `${(count / 1024).toFixed(1)} kB`),

  malformed: {
    payload:
      'No payload can be read. A token is three parts joined by dots; the second is base64url without padding and holds a JSON object in UTF-8.',
    sub: 'The claim sub is missing or is not a text. It names the user, and no token is accepted without it.',
    roles: 'The claim roles is not a list of texts. Leave it out, or list the names of roles.',
    permissions: 'The claim permissions is not a list of texts. Leave it out, or list the names of permissions.',
    permissions_ref: 'The claim permissions_ref is not a text. It is the hash of a permission list that is elsewhere.',
    on: 'The claim on is not a list of grants on resources. Leave it out, or list objects with the lists resources, roles and permissions.',
    on_ref: 'The claim on_ref is not a text. It is the hash of a claim on that is elsewhere.',
    exp: 'The claim exp is missing or is not a number. It is the time of expiry in seconds since 1970. Without it, a token would never end.',
  } satisfies Record<MalformedCode, string>,
  partCount: (count: number) =>
    count === 1
      ? 'This text has one part, because it contains no dot.'
      : count > 3
        ? 'This text has more than three parts joined by dots.'
        : `This text has ${count} parts joined by dots.`,
};

catalogue('inspect', { words });
