import type { Client } from '@licet/contract/client';
import { UsageError } from './command.ts';

/** Whoever was deleted has no username any more, and is named by id. */
export async function userId(client: Client, user: string): Promise<string> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(user)) return user;
  const { items } = await client.users.list({ query: { username: user, limit: 1 } });
  const [found] = items;
  if (found) return found.id;
  throw new UsageError(`There is no user “${user}”. Name by id who was deleted, and programs.`);
}
