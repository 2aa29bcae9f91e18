import { limits, type UserRow } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { client } from '../../../session/client.ts';
import { csvFile, saveFile } from '../../../ui/save-file.ts';
import { words as listWords } from '../words.ts';
import { words } from './words.ts';

type ListQuery = NonNullable<NonNullable<Parameters<typeof client.users.list>[0]>['query']>;

/** Saves the selected users of a list as CSV, in the order of the list. */
export async function exportUsers(
  query: ListQuery,
  picked: ReadonlySet<string>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const found: UserRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.users.list({ query: { ...query, cursor, limit: limits.pageMax.value }, signal });
    found.push(...page.items.filter(({ id }) => picked.has(id)));
    onProgress(found.length, picked.size);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && found.length < picked.size);
  saveFile(csvFile([headOf(), ...found.map(lineOf)]), `${words.file}-${new Date().toISOString().slice(0, 10)}.csv`);
}

const headOf = () => [
  listWords.name,
  words.username,
  words.email,
  listWords.status,
  listWords.groups,
  listWords.roles,
  listWords.endsNext,
  listWords.lastSignIn,
  listWords.created,
];

/** A line of the file. Unknown values are empty. */
const lineOf = (user: UserRow): string[] => [
  user.name,
  user.username,
  user.email === null ? '' : shownEmail(user.email),
  listWords.statuses[user.status],
  (user.groups ?? []).map(({ name }) => name).join(', '),
  (user.roles ?? []).map(({ application, name }) => `${application} ${name}`).join(', '),
  user.endsNext ?? '',
  user.lastSignInAt ?? '',
  user.createdAt,
];
