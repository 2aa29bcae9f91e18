import { type DirectoryLine, type DirectoryRole, foldIdentity, identityKey } from '@licet/contract';
import { addressFor, displayName, jobTitleFor, usernameFor } from './names.ts';

/** A user of another system. */
export interface Person {
  /** The name with which the user signs in; undefined if the user signs in with the address. */
  readonly username: string | undefined;
  readonly email: unknown;
  /** Omitted if unknown. */
  readonly verified?: boolean;
  readonly name: string | undefined;
  readonly jobTitle?: string | undefined;
  readonly suspended: boolean;
  /** A hash as a PHC string. */
  readonly password?: string | undefined;
  /** In base64. */
  readonly totp?: string | undefined;
  readonly groups?: readonly string[];
  readonly roles?: readonly DirectoryRole[];
}

/** Collects what is omitted or renamed while a file is read, with the reasons. They are printed at the end. */
export class Plan {
  readonly leftOut = new Map<string, Noted>();
  readonly renamed: { readonly what: string; readonly from: string; readonly to: string }[] = [];
  readonly notes = new Map<string, Noted>();
  renamedCount = 0;
  unverified = 0;
  readonly #usernames = new Set<string>();
  readonly #addresses = new Set<string>();

  /** Records that the object with this name is omitted. */
  leave(why: string, name: string): void {
    note(this.leftOut, why, name);
  }

  /** Records that the object with this name is imported with a difference. */
  say(what: string, name: string): void {
    note(this.notes, what, name);
  }

  rename(what: string, from: string, to: string): void {
    if (from === to) return;
    this.renamedCount += 1;
    if (this.renamed.length < namesShown) this.renamed.push({ what, from, to });
  }

  get leftOutCount(): number {
    return [...this.leftOut.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the line of a user; undefined if the user is omitted. */
  line(person: Person): DirectoryLine | undefined {
    const given = person.username ?? (typeof person.email === 'string' ? person.email : undefined);
    if (given === undefined || given === '') {
      this.leave('Users with neither a username nor an e-mail address', '(without a name)');
      return undefined;
    }
    const username = usernameFor(given);
    if (this.#usernames.has(foldIdentity(username))) {
      this.leave('Users with the same username as another user in the file', given);
      return undefined;
    }
    this.#usernames.add(foldIdentity(username));
    const email = this.#address(person.email, given);
    // Users who signed in with their address still can, so their new username is not reported.
    if (email === null || identityKey(email) !== identityKey(given)) this.rename('user', given, username);
    if (email !== null && person.verified === false) this.unverified += 1;
    const { suspended, password, totp, groups = [], roles = [] } = person;
    const name = person.name ?? displayName(given) ?? username;
    const verified = email === null || person.verified === undefined ? {} : { verified: person.verified };
    const jobTitle = this.#jobTitle(person.jobTitle, given);
    const titled = jobTitle === undefined ? {} : { jobTitle };
    const secrets = { ...(password === undefined ? {} : { password }), ...(totp === undefined ? {} : { totp }) };
    return {
      user: {
        username,
        email,
        ...verified,
        name,
        ...titled,
        suspended,
        ...secrets,
        groups: [...groups],
        roles: [...roles],
      },
    };
  }

  #jobTitle(given: string | undefined, who: string): string | undefined {
    const jobTitle = given === undefined ? undefined : jobTitleFor(given);
    if (given !== undefined && jobTitle === undefined) this.leave('Job titles that Licet does not accept', who);
    return jobTitle;
  }

  #address(given: unknown, who: string): string | null {
    if (given === undefined || given === null || given === '') return null;
    const address = addressFor(given);
    if (address === undefined) {
      this.leave('Invalid e-mail addresses', who);
      return null;
    }
    if (this.#addresses.has(identityKey(address))) {
      this.leave('E-mail addresses that another user in the file also has', who);
      return null;
    }
    this.#addresses.add(identityKey(address));
    return address;
  }
}

interface Noted {
  count: number;
  readonly names: string[];
}

function note(notes: Map<string, Noted>, what: string, name: string): void {
  const noted = notes.get(what) ?? { count: 0, names: [] };
  noted.count += 1;
  if (noted.names.length < namesShown && !noted.names.includes(name)) noted.names.push(name);
  notes.set(what, noted);
}

export const namesShown = 100;
