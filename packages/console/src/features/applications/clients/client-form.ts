import { newClient, type OpenIdClient, type PublicKey } from '@licet/contract';
import type { FormIssue, FormSchema } from '../../../ui/form.ts';
import { type IconType, LogInIcon } from '../../../ui/icon.tsx';
import { AppWindowIcon, ServerIcon, SettingsIcon, SmartphoneIcon } from '../../../ui/icons.tsx';
import { type AddressKind, addressErrors, addressesOf } from './address-lines.ts';
import { formWords, words } from './words.ts';

export type ClientKind = OpenIdClient['kind'];

/** The properties of a kind of client. */
interface KindOfClient {
  icon: IconType;
  /** Signs users in, so it needs redirect addresses. */
  signsIn: boolean;
  /** Can keep a secret. */
  secret: boolean;
}

/** The kinds of clients; `words.kinds` describes them. */
export const clientKinds: Record<ClientKind, KindOfClient> = {
  browser: {
    icon: AppWindowIcon,
    signsIn: true,
    secret: false,
  },
  native: {
    icon: SmartphoneIcon,
    signsIn: true,
    secret: false,
  },
  server: {
    icon: ServerIcon,
    signsIn: true,
    secret: true,
  },
  device: {
    icon: LogInIcon,
    signsIn: false,
    secret: false,
  },
  service: {
    icon: SettingsIcon,
    signsIn: false,
    secret: true,
  },
};

/** The form values of a client. Addresses are one per line. */
export interface ClientValues {
  name: string;
  kind: ClientKind;
  redirectUris: string;
  postLogoutRedirectUris: string;
  webOrigins: string;
  /** The back-channel logout address; empty if the program is not notified when a session ends. */
  backchannelLogoutUri: string;
  requirePkce: boolean;
  idTokenAlgorithm: OpenIdClient['idTokenAlgorithm'];
  requirePushedAuthorization: boolean;
  /** JSON text. */
  publicKeys: string;
}

/** The body of the calls. Unreadable keys are left out. */
type ClientBody = Omit<ClientValues, AddressField | 'backchannelLogoutUri' | 'publicKeys'> &
  Record<AddressField, string[]> & { backchannelLogoutUri: string | null; publicKeys?: PublicKey[] };

export type AddressField = 'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins';

/** The labels of the form, for the links in its error summary. */
export const clientLabels = {
  name: formWords.name,
  kind: words.kind,
  redirectUris: formWords.redirect,
  postLogoutRedirectUris: formWords.signOut,
  webOrigins: formWords.origins,
  backchannelLogoutUri: formWords.logout,
  requirePkce: formWords.pkce,
  idTokenAlgorithm: formWords.algorithm,
  requirePushedAuthorization: formWords.pushed,
  publicKeys: formWords.keys,
};

export const noClient: ClientValues = {
  name: '',
  kind: 'browser',
  redirectUris: '',
  postLogoutRedirectUris: '',
  webOrigins: '',
  backchannelLogoutUri: '',
  requirePkce: true,
  idTokenAlgorithm: 'ES256',
  requirePushedAuthorization: false,
  publicKeys: '',
};

/** The request body for a client of this kind, from the form values. */
export function clientBody({ name, kind, ...typed }: ClientValues): ClientBody {
  const { signsIn, secret } = clientKinds[kind];
  const publicKeys = secret ? keysOf(typed.publicKeys) : [];
  return {
    name: name.trim(),
    kind,
    redirectUris: signsIn ? addressesOf(typed.redirectUris) : [],
    postLogoutRedirectUris: signsIn ? addressesOf(typed.postLogoutRedirectUris) : [],
    webOrigins: kind === 'browser' ? addressesOf(typed.webOrigins) : [],
    backchannelLogoutUri: (kind === 'server' && typed.backchannelLogoutUri.trim()) || null,
    requirePkce: kind !== 'server' || typed.requirePkce,
    idTokenAlgorithm: signsIn ? typed.idTokenAlgorithm : 'ES256',
    requirePushedAuthorization: signsIn && typed.requirePushedAuthorization,
    ...(publicKeys ? { publicKeys } : {}),
  };
}

const KINDS_OF_ADDRESSES: Record<AddressField, AddressKind> = {
  redirectUris: 'redirect',
  postLogoutRedirectUris: 'signOut',
  webOrigins: 'origin',
};

/** The contract's schema of a client, with the check of each address. */
export const clientSchema: FormSchema<ClientBody> = {
  safeParse: (input) => {
    const body = input as ClientBody;
    const parsed = newClient.safeParse(body);
    const found: readonly FormIssue[] = parsed.success ? [] : parsed.error.issues;
    const issues = found.filter(({ path }) => path[0] !== 'publicKeys');
    if (!body.publicKeys || issues.length < found.length)
      issues.push({ path: ['publicKeys'], message: formWords.keysUnreadable });
    if (clientKinds[body.kind].signsIn && body.redirectUris.length === 0)
      issues.push({ path: ['redirectUris'], message: formWords.redirectMissing });
    const [logout] =
      body.backchannelLogoutUri === null ? [] : addressErrors([body.backchannelLogoutUri], 'redirect', 'server');
    if (logout) issues.push({ path: ['backchannelLogoutUri'], message: logout.detail });
    for (const [field, kind] of Object.entries(KINDS_OF_ADDRESSES)) {
      const found = addressErrors(body[field as AddressField], kind, body.kind);
      const message = found.map(({ place, detail }) => formWords.line(place + 1, detail)).join(' ');
      if (message !== '') issues.push({ path: [field], message });
    }
    return issues.length === 0 ? { success: true, data: body } : { success: false, error: { issues } };
  },
};

/** The form values of a stored client. */
export function clientValues(client: OpenIdClient): ClientValues {
  return {
    name: client.name,
    kind: client.kind,
    redirectUris: client.redirectUris.join('\n'),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join('\n'),
    webOrigins: client.webOrigins.join('\n'),
    backchannelLogoutUri: client.backchannelLogoutUri ?? '',
    requirePkce: client.requirePkce,
    idTokenAlgorithm: client.idTokenAlgorithm,
    requirePushedAuthorization: client.requirePushedAuthorization,
    publicKeys: '', // existing keys are not edited in the form
  };
}

/** Parses the keys of a JSON Web Key Set, a list of keys, or one key. Returns undefined for any other text. */
export function keysOf(text: string): PublicKey[] | undefined {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const keys: unknown = !Array.isArray(value) && 'keys' in value ? value.keys : value;
    return (Array.isArray(keys) ? keys : [keys]) as PublicKey[]; // the contract's schema checks each key
  } catch {
    return undefined;
  }
}
