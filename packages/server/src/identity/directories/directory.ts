import { bindName, type DirectorySettings, identityKeys, typedName } from '@licet/contract';
import { AndFilter, EqualityFilter, type Filter, NotFilter, OrFilter } from 'ldapts';
import { escapedForDn } from './distinguished-names.ts';
import type { Session } from './session.ts';

/** A directory, with the password by which it is read; null where people are looked up as themselves. */
export interface Directory {
  readonly id: string;
  readonly name: string;
  readonly settings: DirectorySettings;
  readonly secret: string | null;
}

/** Whom to look for: by the name that was typed, or who is known already, by what names them for good. */
export type Whom = { readonly login: string } | { readonly subject: string };

/**
 * Who looks somebody up: the entry of the settings, or they themselves. Undefined when nobody can be of that name. Filters are put
 * together of values, never of text: nothing that is typed can be read as a filter.
 */
export function readerOf(
  { settings: { bindDn }, secret }: Directory,
  login: string,
  password: string,
): { readonly dn: string; readonly password: string } | undefined {
  if (!bindDn.includes(bindName)) return secret === null ? undefined : { dn: bindDn, password: secret };
  // In a DN a name is a value; in an address or before a domain it must not be more than a name.
  const isDn = bindDn.includes('=');
  const name = isDn ? escapedForDn(login) : (login.split('@')[0] ?? '');
  if (!isDn && !/^[\p{L}\p{N}._-]+$/u.test(name)) return undefined;
  return { dn: bindDn.replaceAll(bindName, () => name), password };
}

/**
 * People: in Active Directory without the machines that it takes for some. A directory that knows no such class takes neither a yes nor a
 * no to it (RFC 4511 section 4.5.1.7), so the others are not asked.
 */
export const people = ({ personClass, idAttribute }: DirectorySettings): Filter[] => [
  new EqualityFilter({ attribute: 'objectClass', value: personClass }),
  ...(isObjectGuid(idAttribute)
    ? [new NotFilter({ filter: new EqualityFilter({ attribute: 'objectClass', value: 'computer' }) })]
    : []),
];

export function filterFor(settings: DirectorySettings, whom: Whom): Filter {
  const one =
    'subject' in whom
      ? named(settings, whom.subject)
      : new OrFilter({
          filters: settings.loginAttributes.flatMap((attribute) =>
            spellingsOf(whom.login).map((value) => new EqualityFilter({ attribute, value })),
          ),
        });
  return new AndFilter({ filters: [...people(settings), one] });
}

/** A name as it was typed, and an address with the other form of its domain: a directory may have either. */
const spellingsOf = (login: string): readonly string[] => [typedName(login), ...identityKeys(login).slice(1)];

/** The entry that is named for good by that. */
export const named = (settings: DirectorySettings, subject: string): Filter =>
  new EqualityFilter({ attribute: settings.idAttribute, value: idForFilter(settings, subject) });

/** The attributes that are asked for. */
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

/** What says that an entry is closed: read where a directory shows it, for imports. At sign-in the bind decides. */
export const closing = ['userAccountControl', 'pwdAccountLockedTime', 'nsAccountLock', 'accountExpires'] as const;

export const isObjectGuid = (attribute: string) => attribute.toLowerCase() === 'objectguid';

/** Microsoft writes the first three parts of a GUID with their bytes turned round. */
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

/** The password of the entry that reads is not taken any more: nobody can sign in until somebody changes that. */
export class ReaderRefused extends Error {
  override readonly name = 'ReaderRefused';
  /** Why, where it is Active Directory that says so: a number of Windows, in hexadecimal. */
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
