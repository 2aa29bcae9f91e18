import {
  type Application,
  type Grant,
  type Group,
  licetApplication,
  limits,
  type Member,
  type OpenIdClient,
  type Page,
  type Permission,
  type Principal,
  type Role,
  type RolePolicy,
} from '@licet/contract';
import type { Client } from '@licet/contract/client';

/** A role with the names that it contains itself. */
interface ReadRole extends Role {
  readonly own: readonly string[];
  /** Its policy. */
  readonly policy: RolePolicy;
}

/** The content of an application on the server, without history. */
export interface ReadApplication {
  readonly application: Application;
  readonly owners: readonly Principal[];
  readonly permissions: readonly Permission[];
  readonly roles: readonly ReadRole[];
  readonly clients: readonly OpenIdClient[];
  readonly grants: readonly Grant[];
}

/** Everything about an application that a file can contain. */
export async function readApplication(client: Client, application: Application): Promise<ReadApplication> {
  const params = { application: application.id };
  const roles = await allOf((query) => client.roles.list({ params, query }));
  return {
    application,
    owners: (await client.applications.owners({ params })).items,
    permissions: await readPermissions(client, params),
    roles: await each(roles, async (role) => ({
      ...role,
      own: role.builtIn ? [] : await ownOf(client, application.id, role),
      policy: await client.roles.policy({ params: { application: application.id, role: role.id } }),
    })),
    clients: (await client.clients.list({ params })).items.filter(({ builtIn }) => !builtIn),
    grants: await allOf((query) => client.grants.list({ params, query: { ...query, state: notEnded } })),
  };
}

/** The permissions of Licet itself are built in, so they are not read. */
const readPermissions = async (client: Client, params: { application: string }): Promise<Permission[]> =>
  params.application === licetApplication ? [] : allOf((query) => client.permissions.list({ params, query }));

/** Returns the names of the permissions that the role itself contains. */
export async function ownOf(client: Client, application: string, { id, permissions }: Role): Promise<string[]> {
  if (permissions === 0) return [];
  const params = { application, role: id };
  const items = await allOf((query) => client.roles.items({ params, query: { ...query, own: 'true' } }));
  return items.map(({ name }) => name);
}

/** The states of grants that have not ended. */
export const notEnded = 'active,scheduled';

/** Each group with its direct members. */
export async function readGroups(client: Client): Promise<(Group & { readonly direct: readonly Member[] })[]> {
  const groups = await allOf((query) => client.groups.list({ query }));
  return each(groups, async (group) => ({
    ...group,
    direct: await membersOf(client, group.id),
  }));
}

export const membersOf = (client: Client, group: string): Promise<Member[]> =>
  allOf((query) => client.groups.members({ params: { group }, query }));

/** Every item of a list, page by page. */
export async function allOf<Item>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ limit: limits.pageMax.value, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return items;
}

/** Calls `ask` for each item, at most `atOnce` at a time. Returns the results in the order of the items. */
export async function each<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
  atOnce = 6,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(items.length);
  const waiting = items.entries();
  const ways = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const [at, item] of waiting) answers[at] = await ask(item);
  });
  await Promise.all(ways);
  return answers;
}

/** A fault in a file. */
export interface Fault {
  /** As `people.yaml:12:5`: file, line and column, counted from 1. */
  readonly place: string;
  readonly detail: string;
  /** The key of the unknown name, if that is the fault. */
  readonly name?: string;
}

/** The files are not valid; contains all of their faults. */
export class FileFaults extends Error {
  override readonly name = 'FileFaults';
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    const count = faults.length;
    super(
      `${count === 1 ? 'There is one error' : `There are ${count.toLocaleString('en')} errors`} in the files. Nothing was changed.`,
    );
    this.faults = faults;
  }
}

/** One line for each fault, and the result. */
export const faultText = ({ faults, message }: FileFaults): string =>
  [...faults.map(({ place, detail }) => `${place}: ${detail}`), message, ''].join('\n');
