import type { DirectorySettings } from '@licet/contract';
import type { Entry } from 'ldapts';
import { isValue } from '../connections/external-provider.ts';
import { closing, guidOf, isObjectGuid } from './directory.ts';

/** A person's entry in a directory. */
export interface DirectoryPerson {
  readonly dn: string;
  /** The permanent id; null if the directory does not show it. */
  readonly id: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly email: string | null;
  /** The DNs of the groups in the entry; null if there are more than a directory returns in one answer. */
  readonly memberOf: readonly string[] | null;
  readonly closed: boolean;
  /** When the entry expires; null if never. */
  readonly endsAt: string | null;
}

export function personOf(settings: DirectorySettings, entry: Entry): DirectoryPerson {
  const { idAttribute, nameAttribute, emailAttribute, loginAttributes } = settings;
  const [login = ''] = loginAttributes;
  return {
    dn: entry.dn,
    id: isObjectGuid(idAttribute) ? guidIn(entry) : valueIn(entry, idAttribute),
    username: textIn(entry, login),
    name: textIn(entry, nameAttribute) ?? textIn(entry, 'cn'),
    email: textIn(entry, emailAttribute),
    memberOf: isPart(entry, 'memberOf') ? null : textsIn(entry, 'memberOf'),
    closed: isClosed(entry),
    endsAt: endOf(textIn(entry, 'accountExpires')),
  };
}

/** Returns the values of an attribute, whatever the case of its name. */
export function textsIn(entry: Entry, attribute: string): string[] {
  return valuesIn(entry, attribute).map((value) => (typeof value === 'string' ? value : value.toString('hex')));
}

export const textIn = (entry: Entry, attribute: string): string | null =>
  textsIn(entry, attribute).find((text) => text.trim() !== '') ?? null;

/** Returns the first value that is not blank, if it can be stored and found again. */
function valueIn(entry: Entry, attribute: string): string | null {
  const text = textIn(entry, attribute);
  return text !== null && isValue(text) ? text : null;
}

function valuesIn(entry: Entry, attribute: string): (string | Buffer)[] {
  const key = Object.keys(entry).find((name) => name !== 'dn' && name.toLowerCase() === attribute.toLowerCase());
  const found = key === undefined ? [] : entry[key];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

function guidIn(entry: Entry): string | null {
  const [value] = valuesIn(entry, 'objectGUID');
  return Buffer.isBuffer(value) && value.length === 16 ? guidOf(value) : null;
}

/** Active Directory returns a limited number of values at a time, as `memberOf;range=0-1499`. */
export const isPart = (entry: Entry, attribute: string) =>
  Object.keys(entry).some((name) => name.toLowerCase().startsWith(`${attribute.toLowerCase()};range=`));

/** The unit is a tenth of a microsecond since 1601 (MS-ADA1 section 2.1). Both 0 and the largest value mean never. */
function endOf(accountExpires: string | null): string | null {
  const at = Number(accountExpires) / 10_000 - 11_644_473_600_000;
  return accountExpires === null || accountExpires === '0' || !(at < latest) ? null : new Date(at).toISOString();
}
const latest = Date.parse('9999-01-01');

function isClosed(entry: Entry): boolean {
  const [control, lockedAt, lock] = closing.map((attribute) => textIn(entry, attribute));
  // ACCOUNTDISABLE is bit 2; a temporary lock does not count. 000001010000Z is permanent
  // (draft-behera-ldap-password-policy).
  return (Number(control) & 2) !== 0 || lockedAt === '000001010000Z' || lock?.toLowerCase() === 'true';
}
