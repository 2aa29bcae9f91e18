import { randomBytes } from 'node:crypto';
import { bindName, foldForSearch, limits } from '@licet/contract';
import type { OpenSocket } from '../../outgoing/guard.ts';
import { attributesOf, bindReader, type Directory, type EntryLookup, filterFor, readerOf } from './directory.ts';
import { normalDn } from './distinguished-names.ts';
import { type DirectoryPerson, personOf } from './entries.ts';
import { type DirectoryGroup, groupsOf } from './groups.ts';
import { openSession, type Session } from './session.ts';

/** The result of checking a password in a directory. */
export type Checked =
  | {
      readonly kind: 'right';
      readonly person: DirectoryPerson & { readonly id: string };
      readonly groups: DirectoryGroup[] | null;
    }
  /**
   * The password is wrong, or the entry is blocked. `asThemselves` is set if the directory refused a bind with the
   * user's own name.
   */
  | { readonly kind: 'wrong'; readonly asThemselves?: true }
  /** No entry has that name, or several have it. */
  | { readonly kind: 'nobody' };

/** The typed values. `mayTry` returns false for a blocked entry. */
export interface Try {
  readonly login: string;
  readonly password: string;
  readonly mayTry?: ((subject: string) => Promise<boolean>) | undefined;
}

/**
 * Searches for exactly one entry and binds as it, on a separate connection. Groups are read before that bind, because
 * nothing may be read with the user's rights.
 * @throws OutgoingError, NoStartTls, DirectoryError, ReaderRefused
 */
export async function checkPassword(
  openSocket: OpenSocket,
  directory: Directory,
  lookup: EntryLookup,
  { login, password, mayTry = async () => true }: Try,
  patience: number = limits.ldapTime.value * 1000,
): Promise<Checked> {
  // RFC 4513 section 5.1.2: many directories treat an empty password as an anonymous bind, which succeeds. A directory
  // may end a text at its first NUL, so a password that begins with NUL counts as empty too.
  if (password.startsWith('\0') || password === '' || login.trim() === '') return { kind: 'nobody' };
  const { settings } = directory;
  const asThemselves = settings.bindDn.includes(bindName);
  const reader = readerOf(directory, login, password);
  if (asThemselves && (!reader || !(await mayTry(entryKey(reader.dn))))) return { kind: 'nobody' };
  const session = await openSession(openSocket, settings, AbortSignal.timeout(patience));
  try {
    if (!asThemselves) await bindReader(session, directory);
    else if (reader && !(await session.bind(reader.dn, reader.password))) return { kind: 'wrong', asThemselves: true };
    const person = await theOne(session, directory, lookup);
    // Binds for an unknown name too, so that it takes as long as a wrong password.
    if (!person || !(asThemselves || (await mayTry(person.id)))) {
      await session.bind(`cn=${randomBytes(8).toString('hex')},${settings.baseDn}`, password);
      return { kind: 'nobody' };
    }
    const groups = await groupsOf(session, settings, person);
    return (await session.bind(person.dn, password)) ? { kind: 'right', person, groups } : { kind: 'wrong' };
  } finally {
    session.close();
  }
}

/**
 * Returns the key of an entry's counter, which is the same for all spellings of its name. Active Directory treats
 * `josé` as `jose` and `straße` as `strasse`. With a counter for each spelling, an attacker would have extra attempts.
 * In other directories, two entries that differ only in spelling share a counter.
 */
const entryKey = (bindAs: string) => foldForSearch(bindAs.includes('=') ? normalDn(bindAs) : bindAs);

/** Returns the entry that has the permanent id now; undefined if there is none. @throws as {@link checkPassword} */
export async function findEntry(
  openSocket: OpenSocket,
  directory: Directory,
  subject: string,
  patience: number = limits.ldapTime.value * 1000,
): Promise<DirectoryPerson | undefined> {
  const session = await openSession(openSocket, directory.settings, AbortSignal.timeout(patience));
  try {
    await bindReader(session, directory);
    return await theOne(session, directory, { subject });
  } finally {
    session.close();
  }
}

/** Returns the only matching entry; undefined if there is none, if there are several, or if it has no permanent id. */
async function theOne(session: Session, { settings }: Directory, lookup: EntryLookup) {
  const entries = await session.search(
    settings.baseDn,
    { filter: filterFor(settings, lookup), attributes: attributesOf(settings) },
    2,
  );
  const [entry] = entries;
  if (!entry || entries.length > 1) return undefined;
  const person = personOf(settings, entry);
  return person.id === null ? undefined : { ...person, id: person.id };
}
