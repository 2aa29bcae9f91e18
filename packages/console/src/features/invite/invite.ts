import { type Invited, limits, type MailLanguage, type User } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

const PAGE = 200;

/** The users that a change set created. */
export async function createdIn(no: number): Promise<readonly string[]> {
  const users: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.plans.appliedEvents({
      params: { no },
      query: { limit: PAGE, sort: 'no', ...(cursor !== undefined && { cursor }) },
    });
    for (const { action, target } of page.items) if (action === 'user.created') users.push(target.id);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return users;
}

/** The users without an invitation, with reasons. */
export type Queued = Pick<Invited, 'skipped'>;

/** Queues the mails, in several calls if there are many. */
export async function invite(users: readonly string[], language: MailLanguage): Promise<Queued> {
  const skipped: Invited['skipped'] = [];
  for (let at = 0; at < users.length; at += limits.invitationsAtOnce.value) {
    const some = users.slice(at, at + limits.invitationsAtOnce.value);
    skipped.push(...(await client.users.invite({ body: { users: some, language } })).skipped);
  }
  return { skipped };
}

/** The existing users with these addresses. */
export const accountsQuery = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: ['users', 'with addresses', addresses],
    queryFn: async ({ signal }) => {
      const found = new Map<string, User>();
      for (const address of addresses) {
        const { items } = await client.users.list({ query: { q: address, limit: 5 }, signal });
        const user = items.find(({ email }) => email?.toLowerCase() === address.toLowerCase());
        if (user) found.set(address, user);
      }
      return found;
    },
  });
