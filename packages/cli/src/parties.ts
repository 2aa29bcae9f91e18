import { emailKey, foldIdentity, identityKeys } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { UsageError } from './command.ts';

/** Returns the id of a user, given by username or id. Deleted users can only be given by id. */
export async function userId(client: Client, user: string): Promise<string> {
  if (id.test(user)) return user;
  // Without this check, an empty username would match the first user in the list.
  if (user === '') throw new UsageError('The username is empty. Give a username or an id.');
  const { items } = await client.users.list({ query: { username: user, limit: 1 } });
  const [found] = items;
  if (found) return found.id;
  throw new UsageError(`There is no user “${user}”. For a deleted user or a program, use the id.`);
}

/**
 * Returns the id of a user, given by id, username or e-mail address in any spelling; undefined if there is no such
 * user.
 */
export async function anyUserId(client: Client, named: string): Promise<string | undefined> {
  if (id.test(named)) return named.toLowerCase();
  const [own, ...forms] = identityKeys(named);
  let otherForm: string | undefined;
  for (let cursor: string | undefined; named !== ''; ) {
    const { items, next } = await client.users.list({
      query: { q: named, limit: 200, ...(cursor ? { cursor } : {}) },
    });
    const of = (keys: readonly string[]) =>
      items.find(
        ({ username, email }) =>
          keys.includes(foldIdentity(username)) || (email !== null && keys.includes(emailKey(email))),
      );
    const found = of([own]);
    if (found) return found.id;
    otherForm ??= of(forms)?.id;
    if (next === null) break;
    cursor = next;
  }
  return otherForm;
}

type When = string | boolean | undefined;
const asOf = (when: When) => (typeof when === 'string' ? { at: when } : {});

/** Returns the id of a group, given by id or by its name at the time `when`. */
export async function groupId(client: Client, group: string, when: When): Promise<string> {
  if (id.test(group)) return group;
  for (let cursor: string | undefined; ; ) {
    const query = { q: group, limit: 200, ...asOf(when), ...(cursor ? { cursor } : {}) };
    const { items, next } = await client.groups.list({ query });
    const found = items.find(({ name }) => foldIdentity(name) === foldIdentity(group));
    if (found) return found.id;
    if (next === null) throw new UsageError(`There is no group “${group}”. For a deleted group, use the id.`);
    cursor = next;
  }
}

/** Returns the id of a role, given by id or by its name at the time `when`. */
export async function roleId(
  client: Client,
  role: string,
  application: string | undefined,
  when: When,
): Promise<string> {
  if (id.test(role)) return role;
  if (application === undefined) throw new UsageError('Set the application of the role with --application.');
  for (let cursor: string | undefined; ; ) {
    const query = { q: role, limit: 200, ...asOf(when), ...(cursor ? { cursor } : {}) };
    const { items, next } = await client.roles.list({ params: { application }, query });
    const found = items.find(({ name }) => name === role);
    if (found) return found.id;
    if (next === null) throw new UsageError(`${application} has no role “${role}”. For a deleted role, use the id.`);
    cursor = next;
  }
}

/**
 * Returns the id of a review, given by id or name. Reviews of a series have the same name, so the newest one is used.
 * @throws UsageError if there is none
 */
export async function reviewId(client: Client, review: string): Promise<string> {
  if (id.test(review)) return review;
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await client.reviews.list({
      query: { limit: 200, q: review, ...(cursor ? { cursor } : {}) },
    });
    const found = items.find(({ name }) => name === review);
    if (found) return found.id;
    if (next === null) throw new UsageError(`There is no review “${review}”. “licet reviews list” lists them.`);
    cursor = next;
  }
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
