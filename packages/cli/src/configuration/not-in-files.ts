import { foldIdentity, type Grant, licetApplication } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { counted } from '../terminal.ts';
import type { Comparison } from './comparison.ts';
import type { DeclaredApplication } from './gather.ts';
import { allOf } from './read.ts';

const kinds = [
  'person',
  'group',
  'member',
  'application',
  'owner',
  'permission',
  'role',
  'client',
  'grant',
  'separation',
] as const;

/**
 * An entry that the files do not name, in a list that they contain. Files only add to such a list, so the entry stays.
 */
export interface NotInFiles {
  readonly kind: (typeof kinds)[number];
  readonly says: string;
}

/**
 * Returns the entries that the files do not name, for each list that the files contain. If the files contain the
 * organisation's settings, they count as a complete export, so other applications are included.
 * @param granted the ids of the grants that the files name
 */
export async function notInFilesOf(
  client: Client,
  all: Comparison,
  granted: ReadonlySet<string>,
): Promise<NotInFiles[]> {
  const { declared, present } = all;
  const found: NotInFiles[] = [];
  const add = (kind: NotInFiles['kind'], says: string) => void found.push({ kind, says });
  if (declared.says.has('users')) {
    const named = new Set(declared.users.map(({ value }) => foldIdentity(value.username)));
    for (const { username, name } of await allOf((query) => client.users.list({ query })))
      if (!named.has(foldIdentity(username))) add('person', `user ${username} (${name})`);
  }
  if (declared.says.has('groups')) {
    const named = new Set(declared.groups.map(({ value }) => foldIdentity(value.name)));
    for (const { name } of await allOf((query) => client.groups.list({ query })))
      if (!named.has(foldIdentity(name))) add('group', `group ${name}`);
  }
  for (const { value } of declared.groups) {
    const members = {
      user: value.users && new Set(value.users.map(foldIdentity)),
      group: value.groups && new Set(value.groups.map(foldIdentity)),
    };
    for (const { kind, name, detail = name } of present.groups.get(foldIdentity(value.name))?.direct ?? [])
      if (kind !== 'client' && members[kind] && !members[kind].has(foldIdentity(detail)))
        add('member', `${kind} ${detail} in group ${value.name}`);
  }
  if (declared.says.has('settings'))
    for (const { id, name } of await allOf((query) => client.applications.list({ query })))
      if (!declared.applications.has(id)) add('application', `application ${id} (${name})`);
  for (const application of declared.applications.values()) addUndeclared(all, application, granted, add);
  if (declared.says.has('separations')) {
    const named = new Set(declared.separations.map(({ value }) => foldIdentity(value.name)));
    for (const { name } of await allOf((query) => client.separations.list({ query })))
      if (!named.has(foldIdentity(name))) add('separation', `separation ${name}`);
  }
  return found.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function addUndeclared(
  { present }: Comparison,
  { id, owners, permissions, roles, clients, grants }: DeclaredApplication,
  granted: ReadonlySet<string>,
  add: (kind: NotInFiles['kind'], says: string) => void,
): void {
  const existing = present.applications.get(id);
  if (!existing) return;
  if (owners) {
    const named = new Set(owners.map(({ value }) => foldIdentity(value)));
    for (const { detail = '', name } of existing.owners)
      if (!named.has(foldIdentity(detail))) add('owner', `owner ${detail || name} of ${id}`);
  }
  // Files cannot manage the permissions of Licet itself, because they are built in.
  if (permissions && id !== licetApplication) {
    const named = new Set(permissions.map(({ value }) => value.name));
    for (const name of existing.permissions.keys())
      if (!named.has(name)) add('permission', `permission ${name} in ${id}`);
  }
  if (roles) {
    const named = new Set(roles.map(({ value }) => value.name));
    for (const { name, builtIn } of existing.roles.values())
      if (!builtIn && !named.has(name)) add('role', `role ${name} in ${id}`);
  }
  if (clients) {
    const named = new Set(clients.map(({ value }) => value.name));
    for (const [name, alike] of existing.clients)
      if (!named.has(name)) for (const { builtIn } of alike) if (!builtIn) add('client', `client ${name} of ${id}`);
  }
  if (grants) for (const grant of existing.grants) if (!granted.has(grant.id)) add('grant', grantText(grant));
}

/** A grant as a text. */
export function grantText({ application, gives, principal }: Grant): string {
  const who = principal.kind === 'user' ? (principal.detail ?? principal.name) : principal.name;
  return `grant of ${gives.kind} ${gives.name} in ${application} to ${principal.kind === 'client' ? 'program' : principal.kind} ${who}`;
}

/** Returns the numbers of entries by kind, as `2 members, 1 owner`. */
export function countedNotInFiles(entries: readonly NotInFiles[]): string {
  return kinds
    .flatMap((kind) => {
      const count = entries.filter((it) => it.kind === kind).length;
      if (count === 0) return [];
      return counted(count, kind, kind === 'person' ? 'people' : `${kind}s`);
    })
    .join(', ');
}
