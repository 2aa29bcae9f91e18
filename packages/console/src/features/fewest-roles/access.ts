import { adminRole, type Grant, type Ref } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import { both, emptySet, join, type PermissionSet, readSet } from '../../blocks/permission-set.ts';

/** Why a role and all of its grants stay unchanged. */
export type KeptWhy = 'policy' | 'separation' | 'review' | 'scheduled';

/** A role of the application. Its permissions are positions in the list of permissions. */
export interface ExistingRole {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly version: number;
  /** All permissions of the role, including those of included roles. */
  readonly brings: PermissionSet;
  readonly own: PermissionSet;
  readonly includes: readonly Ref[];
  /** Set if neither the role nor its grants may change. */
  readonly kept?: KeptWhy | undefined;
}

export type Principal = Grant['principal'];

/**
 * A user, a group or a program, with its grants that have the same end. A principal whose grants have different ends
 * yields several holders. The members of a group also hold the group's access.
 */
export interface Holder {
  readonly principal: Principal;
  /** When the grants end; null without an end. */
  readonly ends: string | null;
  /** The grants with this end, of roles that are not kept. */
  readonly grants: readonly Pick<Grant, 'id' | 'version' | 'gives'>[];
  /** The permissions of these grants and of those that end later. */
  readonly holds: PermissionSet;
  /** The permissions to keep: all of them, or those that were used. */
  readonly wants: PermissionSet;
}

/** The access that users, groups and programs have in an application through grants of roles. */
export interface Access {
  readonly application: string;
  readonly permissions: readonly (Ref & { readonly title: string })[];
  /** All roles but `admin`. */
  readonly roles: readonly ExistingRole[];
  readonly holders: readonly Holder[];
  /** The numbers of the grants that stay as they are. */
  readonly left: { readonly direct: number; readonly admin: number; readonly kept: number };
}

/** The number of users, groups and programs. */
export const principalsIn = ({ holders }: Access): number => new Set(holders.map(({ principal }) => principal.id)).size;

/** The existing roles that can be changed and have a holder. */
export function rolesInUse({ roles, holders }: Access): ExistingRole[] {
  const granted = new Set(holders.flatMap(({ grants }) => grants.map(({ gives }) => gives.id)));
  return roles.filter(({ id }) => granted.has(id));
}

/** The calls that `readAccess` makes. */
export interface Reader {
  readonly roles: Pick<Client['roles'], 'list' | 'policy'>;
  readonly grants: Pick<Client['grants'], 'list'>;
  readonly applications: Pick<Client['applications'], 'roleMatrix' | 'userMatrix'>;
  readonly separations: Pick<Client['separations'], 'list'>;
}

export interface Reading {
  readonly signal?: AbortSignal;
  /** Keeps only the permissions that users have used. Programs report no use, so they keep everything. */
  readonly used?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

const PAGE = 200;
const AT_ONCE = 6;
/** More grants take longer than a minute to read, at a tenth of a second a page. */
export const MOST_GRANTS = 100_000;

export class TooManyGrants extends Error {}
/** The application has not reported any use, so it is unknown which permissions were used. */
export class NoUseReported extends Error {}

/**
 * Reads the roles of an application and their grants, page after page. A change that is made meanwhile may be missed.
 * The plan is computed from a single state, so the effects that it shows are correct.
 */
export async function readAccess(client: Reader, application: string, reading: Reading = {}): Promise<Access> {
  const { signal, onProgress } = reading;
  const params = { application };
  const control = signal === undefined ? {} : { signal };
  const matrix = await client.applications.roleMatrix({ params, ...control });
  const size = matrix.permissions.length;
  const listed = await readPages((cursor) =>
    client.roles.list({ params, query: { limit: PAGE, sort: 'name', ...cursor }, ...control }),
  );
  const includes = new Map(listed.map((role) => [role.id, role.includes]));
  const own = matrix.roles.filter(({ name }) => name !== adminRole);
  const separated = await rolesOfRules(client, control);
  const policies = await inTurn(own, ({ id }) => client.roles.policy({ params: { ...params, role: id }, ...control }));
  const grants = await readPages(
    (cursor) =>
      client.grants.list({ params, query: { limit: PAGE, state: 'active,scheduled', ...cursor }, ...control }),
    (page, done) => {
      if (page.atLeast ? done > MOST_GRANTS : page.total > MOST_GRANTS) throw new TooManyGrants();
      onProgress?.(done, page.atLeast ? 0 : page.total);
    },
  );
  const scheduled = new Set(grants.flatMap(({ state, gives }) => (state === 'active' ? [] : gives.id)));
  const roles = own.map(({ id, name, title, version, inReview, own: contains, brings }, place): ExistingRole => {
    const kept = separated.has(id)
      ? 'separation'
      : policies[place]?.version !== 0
        ? 'policy'
        : inReview
          ? 'review'
          : scheduled.has(id)
            ? 'scheduled'
            : undefined;
    const sets = { own: readSet(contains, size), brings: readSet(brings, size) };
    return { id, name, title, version, includes: includes.get(id) ?? [], ...sets, kept };
  });
  const { holders, left } = holdersOf(grants, new Map(roles.map((role) => [role.id, role])), size);
  const found = { application, permissions: matrix.permissions, roles, left };
  return { ...found, holders: reading.used ? await withUse(client, params, holders, size, control) : holders };
}

/**
 * Whether a review was opened about roles that the suggestion changes. Call this after making the plan: from then on,
 * the plan's digest covers the reviews.
 */
export async function isReviewedSince(
  client: { readonly applications: Pick<Client['applications'], 'roleMatrix'> },
  application: string,
  kept: readonly { readonly role: Pick<ExistingRole, 'id'> }[],
): Promise<boolean> {
  const stay = new Set(kept.map(({ role }) => role.id));
  const { roles } = await client.applications.roleMatrix({ params: { application } });
  return roles.some(({ id, name, inReview }) => inReview && name !== adminRole && !stay.has(id));
}

/** Later ends first. A grant without an end outlasts all others. */
export const byEnd = (a: Pick<Holder, 'ends'>, b: Pick<Holder, 'ends'>): number =>
  (b.ends === null ? Number.POSITIVE_INFINITY : Date.parse(b.ends)) -
    (a.ends === null ? Number.POSITIVE_INFINITY : Date.parse(a.ends)) || 0;

/** Groups the grants by principal and end. Grants of kept roles, of admin and of permissions are only counted. */
export function holdersOf(grants: readonly Grant[], roles: ReadonlyMap<string, ExistingRole>, size: number) {
  const left = { direct: 0, admin: 0, kept: 0 };
  const movable: Grant[] = [];
  for (const grant of grants) {
    const role = roles.get(grant.gives.id);
    if (grant.gives.kind === 'permission') left.direct += 1;
    else if (role === undefined) left.admin += 1;
    else if (role.kept) left.kept += 1;
    else movable.push(grant);
  }
  const holders = [...Map.groupBy(movable, ({ principal }) => principal.id).values()].flatMap((own): Holder[] => {
    const holds = emptySet(size);
    return [...Map.groupBy(own, ({ ends }) => ends)]
      .map(([ends, group]) => ({ ends, grants: group }))
      .sort(byEnd)
      .map(({ ends, grants: [first, ...others] }) => {
        const group = [first as Grant, ...others];
        for (const { gives } of group) join(holds, roles.get(gives.id)?.brings ?? emptySet(size));
        const now = holds.slice();
        return { principal: group[0]?.principal as Principal, ends, grants: group, holds: now, wants: now };
      });
  });
  return { holders, left };
}

/** Limits what users and groups keep to the permissions that were used; for a group, by any of its members. */
async function withUse(
  client: Reader,
  params: { readonly application: string },
  holders: readonly Holder[],
  size: number,
  control: { readonly signal?: AbortSignal },
): Promise<Holder[]> {
  const usedBy = async (query: { readonly group?: string }) => {
    const used = new Map<string, PermissionSet>();
    await readPages(
      (cursor) => client.applications.userMatrix({ params, query: { ...query, ...cursor }, ...control }),
      (page) => {
        if (page.reportedSince === null) throw new NoUseReported();
        for (const user of page.items) used.set(user.id, readSet(user.used, size));
      },
    );
    return used;
  };
  const ofUsers = await usedBy({});
  return inTurn(holders, async (holder) => {
    const { kind, id } = holder.principal;
    if (kind === 'client') return holder;
    const used = emptySet(size);
    const sets = kind === 'user' ? [ofUsers.get(id)] : [...(await usedBy({ group: id })).values()];
    // A suspended user and a group without members had no chance to use anything.
    if (sets.every((set) => set === undefined)) return holder;
    for (const set of sets) if (set) join(used, set);
    return { ...holder, wants: both(holder.holds, used) };
  });
}

/** The roles in separation rules. Owners may not read these rules; the server then refuses a change of such a role. */
async function rolesOfRules(client: Reader, control: { readonly signal?: AbortSignal }): Promise<ReadonlySet<string>> {
  try {
    const rules = await readPages((cursor) =>
      client.separations.list({ query: { limit: PAGE, ...cursor }, ...control }),
    );
    return new Set(rules.flatMap(({ parts }) => parts.flatMap(({ elements }) => elements.map(({ id }) => id))));
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'forbidden') return new Set();
    throw error;
  }
}

async function readPages<Page extends { readonly items: readonly unknown[]; readonly next: string | null }>(
  ask: (cursor: { readonly cursor?: string }) => Promise<Page>,
  onPage?: (page: Page, done: number) => void,
): Promise<Page['items'][number][]> {
  const items: Page['items'][number][] = [];
  let cursor: { readonly cursor?: string } = {};
  for (;;) {
    const page = await ask(cursor);
    items.push(...page.items);
    onPage?.(page, items.length);
    if (page.next === null) return items;
    cursor = { cursor: page.next };
  }
}

/** Runs the work for each item, a few in parallel, and returns the results in the order of the items. */
async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [place, item] of queue) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** A text that changes with the data from which the roles are computed. */
export const stampOf = ({ permissions, roles, holders, left }: Access): string =>
  JSON.stringify([
    permissions,
    roles.map(({ id, version, kept }) => [id, version, kept]),
    holders.map(({ ends, grants, wants }) => [ends, grants.map(({ id, version }) => [id, version]), wants.join()]),
    left,
  ]);
