import { bindName, type DirectorySettings, identityKeys, typedName } from '@licet/contract';
import { AndFilter, EqualityFilter, type Filter, NotFilter, OrFilter } from 'ldapts';
import { escapedForDn } from './distinguished-names.ts';
import type { Session } from './session.ts';

/** A directory, with the password of its bind DN; null if users look themselves up. */
export interface Directory {
  readonly id: string;
  readonly name: string;
  readonly settings: DirectorySettings;
  readonly secret: string | null;
}

/** How to find an entry: by the typed name, or for a known user by the permanent id. */
export type EntryLookup = { readonly login: string } | { readonly subject: string };

/**
 * The bind that searches: the settings' entry, or the user's own. Undefined for an impossible name. Filters are built
 * from values, never from text: typed text cannot become a filter.
 */
export function readerOf(
  { settings: { bindDn }, secret }: Directory,
  login: string,
  password: string,
): { readonly dn: string; readonly password: string } | undefined {
  if (!bindDn.includes(bindName)) return secret === null ? undefined : { dn: bindDn, password: secret };
  // In a DN the name is one value; in an address or before a domain it must contain nothing else.
  const isDn = bindDn.includes('=');
  const name = isDn ? escapedForDn(login) : (login.split('@')[0] ?? '');
  if (!isDn && !/^[\p{L}\p{N}._-]+$/u.test(name)) return undefined;
  return { dn: bindDn.replaceAll(bindName, () => name), password };
}

/**
 * People: in Active Directory without computers, which it also counts as people. A directory without that class
 * evaluates the condition to undefined (RFC 4511 section 4.5.1.7), so others get no such condition.
 */
export const people = ({ personClass, idAttribute }: DirectorySettings): Filter[] => [
  new EqualityFilter({ attribute: 'objectClass', value: personClass }),
  ...(isObjectGuid(idAttribute)
    ? [new NotFilter({ filter: new EqualityFilter({ attribute: 'objectClass', value: 'computer' }) })]
    : []),
];

export function filterFor(settings: DirectorySettings, lookup: EntryLookup): Filter {
  const one =
    'subject' in lookup
      ? named(settings, lookup.subject)
      : new OrFilter({
          filters: settings.loginAttributes.flatMap((attribute) =>
            spellingsOf(lookup.login).map((value) => new EqualityFilter({ attribute, value })),
          ),
        });
  return new AndFilter({ filters: [...people(settings), one] });
}

/** A name as it was typed, and an address with the other form of its domain: a directory may have either. */
const spellingsOf = (login: string): readonly string[] => [typedName(login), ...identityKeys(login).slice(1)];

/** The filter for the entry with that permanent id. */
export const named = (settings: DirectorySettings, subject: string): Filter =>
  new EqualityFilter({ attribute: settings.idAttribute, value: idForFilter(settings, subject) });

/** The requested attributes. */
export const attributesOf = ({
  idAttribute,
  nameAttribute,
  emailAttribute,
  loginAttributes,
  groupSource,
}: DirectorySettings): string[] => [
  ...new Set([
    isObjectGuid(idAttribute) ? 'objectGUID' : idAttribute,
    nameAttribute,
    emailAttribute,
    ...loginAttributes,
    ...(groupSource === 'memberOf' ? ['memberOf'] : []),
    'cn',
    ...closing,
  ]),
];

/** Attributes that mark an entry as disabled: read for imports. At sign-in the bind decides. */
export const closing = ['userAccountControl', 'pwdAccountLockedTime', 'nsAccountLock', 'accountExpires'] as const;

export const isObjectGuid = (attribute: string) => attribute.toLowerCase() === 'objectguid';

/** Microsoft writes the bytes of the first three parts of a GUID in reverse order. */
export function guidOf(bytes: Buffer): string {
  const hex = Buffer.from(bytes);
  hex.subarray(0, 4).reverse();
  hex.subarray(4, 6).reverse();
  hex.subarray(6, 8).reverse();
  return hex.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function idForFilter({ idAttribute }: DirectorySettings, subject: string): Buffer | string {
  if (!isObjectGuid(idAttribute)) return subject;
  const bytes = Buffer.from(subject.replaceAll('-', ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}

/** The password of the bind DN is no longer accepted: no user can sign in until it is corrected. */
export class ReaderRefused extends Error {
  override readonly name = 'ReaderRefused';
  /** Active Directory's reason: a Windows error number, in hexadecimal. */
  readonly data: string | undefined;
  constructor(data?: string) {
    super();
    this.data = data;
  }
}

/** @throws ReaderRefused */
export async function bindReader(session: Session, directory: Directory): Promise<void> {
  const { bindDn } = directory.settings;
  if (directory.secret === null || !(await session.bind(bindDn, directory.secret)))
    throw new ReaderRefused(session.refusedFor());
}
