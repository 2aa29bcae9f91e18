import { applicationId, type DirectoryLine } from '@licet/contract';
import { type Flags, UsageError } from '../command.ts';
import { fromAuth0 } from './auth0.ts';
import { fromCsv } from './csv.ts';
import { fromFirebase } from './firebase.ts';
import { fromKeycloak } from './keycloak.ts';
import type { Plan } from './plan.ts';
import { openSource, type SourceFile } from './source.ts';
import { fromSupabase } from './supabase.ts';

/** What is special about importing from one system. */
export interface System {
  readonly name: string;
  readonly summary: string;
  readonly takes: string;
  /** Flags with a value, and what each is for. */
  readonly flags: Readonly<Record<string, string>>;
  /** Whether applications may come of it. */
  readonly applications: boolean;
  readonly more: string;
  readonly read: (file: SourceFile, plan: Plan, flags: Flags) => AsyncIterable<DirectoryLine>;
}

export const systems: readonly System[] = [
  {
    name: 'keycloak',
    summary: 'Import a realm of Keycloak: users with their passwords, groups, roles, and who has them',
    takes: 'REALM.json',
    flags: { application: 'The application that roles of the realm become part of; named as the realm unless told' },
    applications: true,
    more: 'Export the realm by: kc.sh export --realm NAME --file REALM.json\nRoles of a client become those of an application of their own. Names that Licet does not take are changed, and listed.',
    read: (file, plan, { application }) => {
      const id = application === undefined ? undefined : applicationId.safeParse(application);
      if (id && !id.success) throw new UsageError(`--application: ${id.error.issues[0]?.message}`);
      return fromKeycloak(file, plan, id?.data);
    },
  },
  {
    name: 'auth0',
    summary: 'Import users of Auth0, with the passwords that its support exports',
    takes: 'USERS.json',
    flags: { passwords: 'The file of password hashes that Auth0’s support exports' },
    applications: false,
    more: 'USERS.json is what the export of users makes: JSON objects, a line each. Roles come afterwards: licet import FILE --role.',
    read: (file, plan, flags) => fromAuth0(file, plan, other(flags.passwords)),
  },
  {
    name: 'supabase',
    summary: 'Import users of Supabase, with their passwords',
    takes: 'USERS.csv',
    flags: {},
    applications: false,
    more: 'USERS.csv is the table auth.users with its first line, or JSON of the same columns.',
    read: fromSupabase,
  },
  {
    name: 'firebase',
    summary: 'Import users of Firebase, with their passwords',
    takes: 'USERS.json',
    flags: { 'hash-config': 'The file with the password hash parameters of the project' },
    applications: false,
    more: 'USERS.json is made by: firebase auth:export USERS.json --format=json',
    read: (file, plan, flags) => fromFirebase(file, plan, other(flags['hash-config'])),
  },
  {
    name: 'csv',
    summary: 'Import users of any other system, with their passwords',
    takes: 'USERS.csv',
    flags: {},
    applications: false,
    more: 'The first line names the columns: username or email; name, password_hash, suspended, groups (semicolons between them).\nHashes are PHC strings ($argon2id$…, $pbkdf2-sha256$i=…$salt$hash, $scrypt$ln=…), bcrypt, or as Django and passlib write them.',
    read: fromCsv,
  },
];

const other = (file: string | boolean | undefined): SourceFile | undefined =>
  typeof file === 'string' ? openSource(file) : undefined;
