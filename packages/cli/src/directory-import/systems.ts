import { applicationId, type DirectoryLine, limits } from '@licet/contract';
import { type Flags, UsageError } from '../command.ts';
import { fromCsv } from './csv.ts';
import { jsonMembers } from './json-members.ts';
import { fromKeycloak } from './keycloak.ts';
import { displayName } from './names.ts';
import type { Plan } from './plan.ts';
import { bare, type Fields, fieldsOf, listIn, phcOf, recordsOf, textIn } from './records.ts';
import { openSource, type SourceFile } from './source.ts';

/** The table auth.users of a Supabase project, as CSV or JSON. */
async function* fromSupabase(users: SourceFile, plan: Plan): AsyncGenerator<DirectoryLine> {
  for await (const user of recordsOf(users)) {
    const email = textIn(user, 'email');
    const who = email ?? textIn(user, 'phone', 'id') ?? '';
    if (textIn(user, 'deleted_at')) {
      plan.leave('Users who were deleted', who);
      continue;
    }
    if (isTrue(user.is_anonymous)) {
      plan.leave('Anonymous users', who);
      continue;
    }
    const hash = textIn(user, 'encrypted_password');
    if (isTrue(user.is_sso_user)) plan.leave('Links to other identity providers', who);
    const about = objectIn(user, 'raw_user_meta_data');
    const banned = textIn(user, 'banned_until');
    const line = plan.line({
      username: email,
      email,
      verified: textIn(user, 'email_confirmed_at', 'confirmed_at') !== undefined,
      name: displayName(textIn(about, 'full_name', 'name', 'display_name')),
      suspended: banned !== undefined && !(Date.parse(banned) <= Date.now()),
      password: hash && phcOf(hash),
    });
    if (line) yield line;
  }
}

const isTrue = (value: unknown) => value === true || value === 'true' || value === 't';

/** Returns the value of a jsonb field, which is an object in JSON exports and a text in CSV exports. */
function objectIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (typeof value !== 'string') return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return fieldsOf(undefined);
  }
}

/** Users as `firebase auth:export` writes them in JSON, and the project’s hash parameters. */
async function* fromFirebase(
  users: SourceFile,
  plan: Plan,
  config: SourceFile | undefined,
): AsyncGenerator<DirectoryLine> {
  const hashing = config ? readConfig(await wholeOf(config)) : undefined;
  for await (const { value } of jsonMembers(users.pieces(), { users: 'each' })) {
    const user = fieldsOf(value);
    const email = textIn(user, 'email');
    const who = email ?? textIn(user, 'phoneNumber', 'localId') ?? '';
    if (listIn(user, 'providerUserInfo').some(({ providerId }) => providerId !== 'password' && providerId !== 'phone'))
      plan.leave('Links to other identity providers', who);
    if (textIn(user, 'customAttributes')) plan.leave('Custom claims (Licet uses roles and permissions instead)', who);
    if (listIn(user, 'mfaInfo').length > 0) plan.leave('Second factors by phone', who);
    const line = plan.line({
      username: email,
      email,
      verified: user.emailVerified === true,
      name: displayName(textIn(user, 'displayName')),
      suspended: user.disabled === true,
      password: passwordOf(user, who, hashing, plan),
    });
    if (line) yield line;
  }
}

interface FirebaseHashing {
  readonly signer: string;
  readonly separator: string;
  readonly rounds: number;
  readonly memory: number;
}

function passwordOf(user: Fields, who: string, hashing: FirebaseHashing | undefined, plan: Plan): string | undefined {
  const [hash, salt] = [textIn(user, 'passwordHash'), textIn(user, 'salt')];
  if (hash === undefined) return undefined;
  if (!hashing)
    throw new UsageError(
      'The file has passwords. Name the file with the project’s hash parameters with --hash-config.',
    );
  if (salt === undefined) {
    plan.leave('Passwords that Firebase had imported from another system', who);
    return undefined;
  }
  const { signer, separator, rounds, memory } = hashing;
  return `$firebase-scrypt$ln=${memory},r=${rounds}$${bare(salt)}$${separator}$${signer}$${bare(hash)}`;
}

/** Parses the hash parameters as copied from the Firebase console, one per line (`base64_signer_key: …,`). */
function readConfig(text: string): FirebaseHashing {
  const parameter = (name: string) => {
    const [, value] = new RegExp(`["']?${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`).exec(text) ?? [];
    if (value === undefined) throw new UsageError(`The hash parameters lack ${name}. Copy all of them.`);
    return value;
  };
  if (parameter('algorithm') !== 'SCRYPT') throw new UsageError('Of Firebase’s algorithms, only SCRYPT is supported.');
  return {
    signer: bare(parameter('base64_signer_key')),
    separator: bare(parameter('base64_salt_separator')),
    rounds: Number(parameter('rounds')),
    memory: Number(parameter('mem_cost')),
  };
}

async function wholeOf(file: SourceFile): Promise<string> {
  let text = '';
  for await (const piece of file.pieces()) {
    text += piece;
    if (text.length > limits.publicBodyBytes.value)
      throw new UsageError('The file with the hash parameters is too long. It must contain only the parameters.');
  }
  return text;
}

/** An import from one system. */
export interface System {
  readonly name: string;
  readonly summary: string;
  readonly takes: string;
  /** Flags with a value, and their help. */
  readonly flags: Readonly<Record<string, string>>;
  /** Whether an import can create applications. */
  readonly applications: boolean;
  readonly more: string;
  readonly read: (file: SourceFile, plan: Plan, flags: Flags) => AsyncIterable<DirectoryLine>;
}

export const systems: readonly System[] = [
  {
    name: 'keycloak',
    summary: 'Import a realm of Keycloak: users with their passwords, groups, roles and role assignments',
    takes: 'REALM.json',
    flags: { application: 'The application for the roles of the realm; default: one named like the realm' },
    applications: true,
    more: 'Export the realm with: kc.sh export --realm NAME --file REALM.json\nThe roles of each client become an application of their own. Names that Licet does not accept are changed and listed.',
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
    more: 'USERS.json is Auth0’s export of users, with one JSON object per line. Import roles afterwards: licet import FILE --role.',
    read: (file, plan, flags) => fromAuth0(file, plan, other(flags.passwords)),
  },
  {
    name: 'supabase',
    summary: 'Import users of Supabase, with their passwords',
    takes: 'USERS.csv',
    flags: {},
    applications: false,
    more: 'USERS.csv is the table auth.users with a header line, or JSON with the same columns.',
    read: fromSupabase,
  },
  {
    name: 'firebase',
    summary: 'Import users of Firebase, with their passwords',
    takes: 'USERS.json',
    flags: { 'hash-config': 'The file with the password hash parameters of the project' },
    applications: false,
    more: 'Create USERS.json with: firebase auth:export USERS.json --format=json',
    read: (file, plan, flags) => fromFirebase(file, plan, other(flags['hash-config'])),
  },
  {
    name: 'csv',
    summary: 'Import users of any other system, with their passwords',
    takes: 'USERS.csv',
    flags: {},
    applications: false,
    more: 'The first line names the columns: username or email; name, job_title, password_hash, suspended, groups (semicolons between them).\nHashes are PHC strings ($argon2id$…, $pbkdf2-sha256$i=…$salt$hash, $scrypt$ln=…), bcrypt, or as Django and passlib write them.',
    read: fromCsv,
  },
];

const other = (file: string | boolean | undefined): SourceFile | undefined =>
  typeof file === 'string' ? openSource(file) : undefined;

/** Reads users in the export format of Auth0. Password hashes are in a separate file, which Auth0's support exports. */
async function* fromAuth0(
  users: SourceFile,
  plan: Plan,
  passwords: SourceFile | undefined,
): AsyncGenerator<DirectoryLine> {
  const hashes = passwords ? await readPasswords(passwords) : new Map<string, string>();
  for await (const user of recordsOf(users)) {
    const id = textIn(user, 'user_id', 'Id') ?? '';
    const email = textIn(user, 'email', 'Email');
    const username = textIn(user, 'username');
    const who = username ?? email ?? id;
    const own = id === '' || id.startsWith('auth0|');
    if (!own || listIn(user, 'identities').some(({ provider }) => provider !== undefined && provider !== 'auth0'))
      plan.leave('Links to other identity providers', who);
    for (const name of ['app_metadata', 'user_metadata'])
      if (Object.keys(fieldsOf(user[name])).length > 0) plan.leave(`Their ${name} (not stored by Licet)`, who);
    const hash =
      textIn(user, 'passwordHash', 'password_hash') ?? hashes.get(id) ?? (own ? hashes.get(`${email}`) : undefined);
    const full = textIn(user, 'name', 'Name');
    const line = plan.line({
      username: username ?? email,
      email,
      verified: String(user.email_verified) === 'true',
      name: displayName(full === email ? undefined : full) ?? displayName(user.given_name, user.family_name),
      suspended: String(user.blocked) === 'true',
      password: hash && phcOf(hash),
    });
    if (line) yield line;
  }
}

async function readPasswords(file: SourceFile): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const record of recordsOf(file)) {
    const hash = textIn(record, 'passwordHash', 'password_hash');
    if (hash === undefined) continue;
    const oid = textIn(fieldsOf(record._id), '$oid');
    if (oid !== undefined) hashes.set(`auth0|${oid}`, hash);
    else {
      const email = textIn(record, 'email');
      if (email !== undefined) hashes.set(email, hash);
    }
  }
  return hashes;
}
