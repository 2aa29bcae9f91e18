import { bindName, type DirectorySettings, identityKeys, typedName } from '@licet/contract';
import { AndFilter, EqualityFilter, type Filter, NotFilter, OrFilter } from 'ldapts';
import { escapedForDn } from './distinguished-names.ts';
import type { Session } from './session.ts';

/** A directory. `secret` is the password of its bind DN; null if each user binds with their own name. */
export interface Directory {
  readonly id: string;
  readonly name: string;
  readonly settings: DirectorySettings;
  readonly secret: string | null;
}

/** How to find an entry: by the typed name, or for a known user by the permanent id. */
export type EntryLookup = { readonly login: string } | { readonly subject: string };

/**
 * Returns the credentials of the bind that searches: the entry in the settings, or the user's own. Undefined if the
 * typed name cannot be a bind name.
 */
export function readerOf(
  { settings: { bindDn }, secret }: Directory,
  login: string,
  password: string,
): { readonly dn: string; readonly password: string } | undefined {
  if (!bindDn.includes(bindName)) return secret === null ? undefined : { dn: bindDn, password: secret };
  // In a DN, the typed name becomes one escaped value. In an address or with a domain it must be a plain name.
  const isDn = bindDn.includes('=');
  const name = isDn ? escapedForDn(login) : (login.split('@')[0] ?? '');
  if (!isDn && !/^[\p{L}\p{N}._-]+$/u.test(name)) return undefined;
  return { dn: bindDn.replaceAll(bindName, () => name), password };
}

/**
 * Returns the filters that select people. In Active Directory they exclude computers, which also have the class of
 * people. Other directories do not get that condition. If their schema lacks the class of computers, the condition would
 * be undefined (RFC 4511 section 4.5.1.7), and no entry would match. Filters are built from values and never parsed from
 * text, so typed text cannot become a filter.
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

/**
 * Returns the typed name, and for an e-mail address also the other form of its domain (Unicode or ASCII). A directory
 * may have either.
 */
const spellingsOf = (login: string): readonly string[] => [typedName(login), ...identityKeys(login).slice(1)];

/** Returns the filter for the entry with the permanent id. */
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

/** Attributes that mark an entry as disabled. Only imports read them; at a sign-in the directory decides at the bind. */
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

/** The directory no longer accepts the bind DN's password. No user can sign in until it is corrected. */
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
