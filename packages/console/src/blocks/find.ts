import { adminRole, type Found, foldForSearch, type Role } from '@licet/contract';
import { client } from '../session/client.ts';
import { ShieldCheckIcon } from '../ui/icons.tsx';
import type { LoadOptions, Option } from '../ui/option-list.tsx';
import { asProblem } from '../ui/problem.ts';
import { words as uiWords } from '../ui/words.ts';
import { detailOf, permissionTitle, roleTitle } from './roles.ts';
import { findWords as words } from './words.ts';

/** A search result as an option of a picker. */
export interface FoundOption extends Option {
  kind: Found['kind'];
  /** The identifier of the application that a role or permission belongs to. */
  application: string | null;
}

const SHOWN = 20;

/**
 * Returns the name to show in a filter whose address has only an id. Says “no longer there” only if the object is
 * missing, not if the request failed for another reason.
 */
export function nameIn({ error }: { readonly error: unknown }, name: string | undefined): string {
  if (name !== undefined) return name;
  if (!error) return '…';
  return asProblem(error).code === 'not_found' ? words.gone : uiWords.notLoaded;
}

/**
 * Returns a search for a picker. Without typed text it finds the first items by name. Call it outside of components,
 * because pickers need the same function at each render.
 */
export function finder(kinds: readonly Found['kind'][]): LoadOptions<FoundOption> {
  return async (q, signal) => {
    const { items } = await client.search.find({ query: { q, kinds: kinds.join(','), limit: SHOWN }, signal });
    return items.map(optionOf);
  };
}

/** Finds users by name, username or e-mail address. */
export const findPeople = finder(['user']);

/** Finds users and groups. */
export const findPrincipals = finder(['user', 'group']);

/** Finds possible holders of a grant: users, groups and programs. */
export const findHolders = finder(['user', 'group', 'client']);

/** Finds roles of any application. */
export const findRoles = finder(['role']);

/** Finds groups by name; without typed text, the first ones. */
export const findGroups: LoadOptions = async (q, signal) => {
  const { items } = await client.groups.list({ query: { q, sort: 'name', limit: SHOWN }, signal });
  // A group whose whole name was typed is an exact match, even if its name is an address: this search finds no users.
  const exact = (name: string) => foldForSearch(name) === foldForSearch(q.trim());
  return items.map(({ id, name, members }) => ({
    ...groupOption({ id, name }),
    detail: words.members(members),
    ...(exact(name) && { exact: true }),
  }));
};

/** Finds applications that the viewer may see, by name. */
export const findApplications: LoadOptions = async (q, signal) => {
  const { items } = await client.applications.list({ query: { q, sort: 'name', limit: SHOWN }, signal });
  return items.map(({ id, name }) => ({ id, label: name, detail: id, lead: 'application' }));
};

/** Finds roles of an application. */
export const rolesOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.roles.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    return items.map(roleOption);
  };

/** Finds roles of an application, except admin and one other role. */
export const otherRolesOf =
  (application: string, role: string | undefined): LoadOptions =>
  async (q, signal) =>
    (await rolesOf(application)(q, signal)).filter(({ id, label }) => id !== role && label !== adminRole);

/** Finds permissions of an application. */
export const permissionsOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.permissions.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    return items.map(({ id, name, title }) =>
      permissionOption({ id, name, title: permissionTitle(application, { name, title }) }),
    );
  };

/** A search result, or an entry that was not searched for. */
type Entry = Omit<Found, 'exact'> & Partial<Pick<Found, 'exact'>>;

/** An entry as an option. */
export function optionOf(found: Entry): FoundOption {
  const { kind, id, name, application, exact } = found;
  const detail = detailOf(found);
  return {
    kind,
    id,
    label: name,
    application,
    mono: kind === 'permission',
    ...(detail !== '' && { detail }),
    ...(exact && { exact }),
    lead: leads[kind],
  };
}

/** A user as an option, with the e-mail address or else the username, as in search results. */
export function personOption({ id, name, username, email }: Person): FoundOption {
  return optionOf({ kind: 'user', id, name, detail: email ?? username, application: null });
}

type Person = { id: string; name: string; username: string; email?: string | null };

export function groupOption({ id, name }: { id: string; name: string }): FoundOption {
  return optionOf({ kind: 'group', id, name, detail: '', application: null });
}

export function roleOption({ id, name, title }: Pick<Role, 'id' | 'name' | 'title'>): Option {
  const icon = name === adminRole ? ShieldCheckIcon : undefined;
  return { id, label: name, detail: roleTitle({ name, title }) || undefined, lead: 'role', icon };
}

export function permissionOption({ id, name, title }: { id: string; name: string; title: string }): Option {
  return { id, label: name, detail: title || undefined, mono: true };
}

const leads = {
  user: 'person',
  application: 'application',
  group: 'group',
  role: 'role',
  permission: 'permission',
  client: 'program',
} as const satisfies Record<Found['kind'], Option['lead']>;
