import { adminRole, type Found, type Role } from '@licet/contract';
import { client } from '../../session/client.ts';
import { IdCardIcon, ShieldCheckIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import type { LoadOptions, Option } from '../../ui/option.ts';
import { Avatar } from '../../ui/who.tsx';

/** A person or a group to choose. */
export interface PrincipalOption extends Option {
  kind: 'user' | 'group';
}

const SHOWN = 20;

/** People by name, username or e-mail address. */
export const findPeople: LoadOptions<PrincipalOption> = async (query, signal) =>
  query.trim() === '' ? firstPeople(signal) : find(query, 'user', signal);

/** People and groups. */
export const findPrincipals: LoadOptions<PrincipalOption> = async (query, signal) => {
  if (query.trim() !== '') return find(query, 'user,group', signal);
  const [groups, people] = await Promise.all([firstGroups(signal), firstPeople(signal)]);
  return [...groups, ...people];
};

/** The roles of an application. */
export const rolesOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.roles.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    return items.map(roleOption);
  };

/** The permissions of an application. */
export const permissionsOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.permissions.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    return items.map(({ id, name, title }) => ({ id, label: name, detail: title || undefined, mono: true }));
  };

/** A role as an option. */
export function roleOption({ id, name, title }: Pick<Role, 'id' | 'name' | 'title'>): Option {
  const isAdmin = name === adminRole;
  return {
    id,
    label: name,
    detail: title || (isAdmin ? 'Everything, by the rule' : undefined),
    icon: isAdmin ? ShieldCheckIcon : IdCardIcon,
  };
}

/** A person as an option. */
export function personOption({
  id,
  name,
  detail,
}: {
  id: string;
  name: string;
  detail?: string | undefined;
}): PrincipalOption {
  return { id, kind: 'user', label: name, detail, lead: <Avatar name={name} /> };
}

/** A group as an option. */
export function groupOption({
  id,
  name,
  detail,
}: {
  id: string;
  name: string;
  detail?: string | undefined;
}): PrincipalOption {
  return { id, kind: 'group', label: name, detail, icon: UsersRoundIcon };
}

async function find(q: string, kinds: string, signal: AbortSignal): Promise<PrincipalOption[]> {
  const { items } = await client.search.find({ query: { q, kinds, limit: SHOWN }, signal });
  return items.flatMap(asPrincipal);
}

function asPrincipal(found: Found): PrincipalOption[] {
  if (found.kind === 'user') return [personOption(found)];
  return found.kind === 'group' ? [groupOption(found)] : [];
}

/** Owners may not list everybody; they search by name. */
async function firstPeople(signal: AbortSignal): Promise<PrincipalOption[]> {
  const page = await client.users.list({ query: { sort: 'name', limit: SHOWN }, signal }).catch(() => undefined);
  return (page?.items ?? []).map(({ id, name, username }) => personOption({ id, name, detail: username }));
}

async function firstGroups(signal: AbortSignal): Promise<PrincipalOption[]> {
  const page = await client.groups.list({ query: { sort: 'name', limit: SHOWN / 2 }, signal }).catch(() => undefined);
  return (page?.items ?? []).map(({ id, name }) => groupOption({ id, name }));
}
