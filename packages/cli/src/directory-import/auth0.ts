import type { DirectoryLine } from '@licet/contract';
import { phcOf } from './hashes.ts';
import { displayName } from './names.ts';
import type { Plan } from './plan.ts';
import { fieldsOf, listIn, recordsOf, textIn } from './records.ts';
import type { SourceFile } from './source.ts';

/** Users in the export format of Auth0, and their passwords, which its support exports into a separate file. */
export async function* fromAuth0(
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
      if (Object.keys(fieldsOf(user[name])).length > 0) plan.leave(`Their ${name} (Licet keeps none)`, who);
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
