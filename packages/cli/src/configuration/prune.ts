import { foldIdentity, type MadeBySet } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { linesOf } from '../connection.ts';
import { partsOf } from './compare-separations.ts';
import type { Comparison } from './comparison.ts';
import { grantText } from './not-in-files.ts';
import { allOf, notEnded } from './read.ts';

/** An object that the set created and that its files no longer name. */
export interface Forgotten {
  readonly object: MadeBySet;
  readonly says: string;
}

/**
 * Returns the existing objects that the set created and that its files no longer name. Only applications in the files
 * are considered. Users are never included.
 */
export async function forgottenBy(
  client: Client,
  all: Comparison,
  set: string,
  granted: ReadonlySet<string>,
): Promise<Forgotten[]> {
  const created: MadeBySet[] = [];
  for await (const object of linesOf<MadeBySet>(await client.plans.madeBySet({ params: { set } })))
    created.push(object);
  const forgotten: Forgotten[] = [];
  const named = new Names(all);
  const about = created.filter(({ application }) => application === null || all.declared.applications.has(application));
  for (const object of about.filter((it) => it.kind !== 'grant')) {
    const forgot = !named.has(object) && (object.kind !== 'separation' || (await isSayable(client, object)));
    const says = forgot ? await saysOf(client, all, object) : undefined;
    if (says) forgotten.push({ object, says });
  }
  const grants = about.filter(({ kind, id }) => kind === 'grant' && !granted.has(id));
  for (const application of new Set(grants.map((it) => it.application ?? ''))) {
    const params = { application };
    const existing = new Map(
      (await allOf((query) => client.grants.list({ params, query: { ...query, state: notEnded } }))).map((it) => [
        it.id,
        it,
      ]),
    );
    for (const object of grants) {
      const grant = existing.get(object.id);
      if (!grant) continue;
      forgotten.push({ object, says: grantText(grant) });
    }
  }
  return forgotten.toSorted((a, b) => order.indexOf(a.object.kind) - order.indexOf(b.object.kind));
}

/** Adds the changes that remove the forgotten objects. Dependent objects are removed first. */
export function prune(all: Comparison, forgotten: readonly Forgotten[]): void {
  const deletedGroups = new Set(forgotten.flatMap(({ object }) => (object.kind === 'group' ? [object.id] : [])));
  for (const { object, says } of forgotten) {
    if (object.kind === 'member' && deletedGroups.has(object.group?.id ?? '')) continue;
    all.add('-', says, undefined, ending(object));
  }
}

const order: readonly MadeBySet['kind'][] = [
  'separation',
  'grant',
  'owner',
  'member',
  'role',
  'permission',
  'client',
  'group',
];

function ending({ kind, id, application: key, group }: MadeBySet) {
  const application = key ?? '';
  switch (kind) {
    case 'grant':
      return { call: 'grants.revoke', params: { application, grant: id } } as const;
    case 'owner':
      return { call: 'applications.removeOwner', params: { application, user: id } } as const;
    case 'member':
      return { call: 'groups.removeMember', params: { group: group?.id ?? '', member: id } } as const;
    case 'role':
      return { call: 'roles.remove', params: { application, role: id } } as const;
    case 'permission':
      return { call: 'permissions.remove', params: { application, permission: id } } as const;
    case 'client':
      return { call: 'clients.remove', params: { application, client: id } } as const;
    case 'separation':
      return { call: 'separations.remove', params: { separation: id } } as const;
    case 'group':
      return { call: 'groups.remove', params: { group: id } } as const;
  }
}

/** The names in files. */
class Names {
  readonly #all: Comparison;
  constructor(all: Comparison) {
    this.#all = all;
  }

  has({ kind, id, name, application, group }: MadeBySet): boolean {
    const { declared, present } = this.#all;
    const existing = declared.applications.get(application ?? '');
    if (kind === 'owner')
      return (existing?.owners ?? []).some(({ value }) => present.users.get(foldIdentity(value))?.id === id);
    if (kind === 'separation')
      return declared.separations.some(({ value }) => foldIdentity(value.name) === foldIdentity(name));
    if (kind === 'group') return declared.groups.some(({ value }) => foldIdentity(value.name) === foldIdentity(name));
    if (kind === 'member') {
      const inGroup = declared.groups.find(
        ({ value }) => foldIdentity(value.name) === foldIdentity(group?.name ?? ''),
      )?.value;
      return (
        (inGroup?.users ?? []).some((it) => present.users.get(foldIdentity(it))?.id === id) ||
        (inGroup?.groups ?? []).some((it) => present.groups.get(foldIdentity(it))?.id === id)
      );
    }
    const list = kind === 'role' ? existing?.roles : kind === 'permission' ? existing?.permissions : existing?.clients;
    return (list ?? []).some(({ value }) => value.name === name);
  }
}

/**
 * Returns whether a file could contain the rule. A rule with an empty part cannot be in a file. It is not removed,
 * because it may still separate its other parts.
 */
async function isSayable(client: Client, { id }: MadeBySet): Promise<boolean> {
  const separation = await client.separations.get({ params: { separation: id } });
  return partsOf(separation).every((part) => part.length > 0);
}

async function saysOf(client: Client, all: Comparison, object: MadeBySet): Promise<string | undefined> {
  const { kind, id, name, application, group } = object;
  if (kind === 'group' || kind === 'separation') return `${kind} ${name}`;
  if (kind !== 'owner' && kind !== 'member') return `${kind} ${name} ${kind === 'client' ? 'of' : 'in'} ${application}`;
  const who = await whoIs(client, all, id);
  return kind === 'owner' ? `owner ${who} of ${application}` : `${who} in group ${group?.name}`;
}

/** Returns `user` with the username, or `group` with the name. */
async function whoIs(client: Client, { present }: Comparison, id: string): Promise<string> {
  const group = [...present.groups.values()].find((it) => it.id === id);
  if (group) return `group ${group.name}`;
  const known = [...present.users.values()].find((it) => it.id === id);
  if (known) return `user ${known.username}`;
  const user = await client.users.get({ params: { user: id } }).catch(() => undefined);
  return user ? `user ${user.username}` : `group ${(await client.groups.get({ params: { group: id } })).name}`;
}
