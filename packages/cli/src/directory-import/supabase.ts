import type { DirectoryLine } from '@licet/contract';
import { phcOf } from './hashes.ts';
import { displayName } from './names.ts';
import type { Plan } from './plan.ts';
import { type Fields, fieldsOf, recordsOf, textIn } from './records.ts';
import type { SourceFile } from './source.ts';

/** The table auth.users of a Supabase project, as CSV or JSON. */
export async function* fromSupabase(users: SourceFile, plan: Plan): AsyncGenerator<DirectoryLine> {
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

/** A field of the type jsonb: an object, or the text of one. */
function objectIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (typeof value !== 'string') return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return fieldsOf(undefined);
  }
}
