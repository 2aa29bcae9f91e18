import type { DirectoryLine } from '@licet/contract';
import { displayName, groupNameFor } from './names.ts';
import type { Plan } from './plan.ts';
import { type Fields, phcOf, recordsOf, textIn } from './records.ts';
import type { SourceFile } from './source.ts';

/**
 * A list of users: `username` or `email`, and optionally `name`, `job_title`, `password_hash`, `suspended` and `groups`
 * (separated by semicolons). The file is read twice, because groups must be sent before their members.
 */
export async function* fromCsv(users: SourceFile, plan: Plan): AsyncGenerator<DirectoryLine> {
  const groups = new Set<string>();
  let first = true;
  for await (const user of recordsOf(users)) {
    if (first && !('username' in user) && !('email' in user))
      throw new Error(
        `The first line has no column “username” or “email”. Its columns are ${quoted(Object.keys(user))}.`,
      );
    first = false;
    for (const group of groupsOf(user)) {
      if (groups.has(group)) continue;
      groups.add(group);
      yield { group: { name: group, description: '', within: null, roles: [] } };
    }
  }
  for await (const user of recordsOf(users)) {
    const email = textIn(user, 'email');
    const hash = textIn(user, 'password_hash', 'hash');
    if (textIn(user, 'password')) plan.leave('Passwords that are not hashed', textIn(user, 'username') ?? email ?? '');
    const line = plan.line({
      username: textIn(user, 'username') ?? email,
      email,
      name: displayName(textIn(user, 'name')),
      jobTitle: textIn(user, 'job_title'),
      suspended: /^(?:1|t|true|yes)$/i.test(textIn(user, 'suspended') ?? ''),
      password: hash && phcOf(hash),
      groups: groupsOf(user),
    });
    if (line) yield line;
  }
}

const quoted = (names: readonly string[]) =>
  `${names
    .slice(0, 10)
    .map((name) => `“${name.slice(0, 60)}”`)
    .join(', ')}${names.length > 10 ? ' and more' : ''}`;

const groupsOf = (user: Fields): string[] => [
  ...new Set(
    (textIn(user, 'groups') ?? '')
      .split(';')
      .filter((name) => name.trim() !== '')
      .map(groupNameFor),
  ),
];
