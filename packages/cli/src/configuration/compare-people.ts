import { emailForServers, foldIdentity } from '@licet/contract';
import { type Comparison, differs } from './comparison.ts';

/** Settings, people and groups, up to who is in which group. */
export function comparePeople(all: Comparison): void {
  compareSettings(all);
  for (const told of all.told.users) compareUser(all, told);
  for (const told of all.told.groups) compareGroup(all, told);
  for (const told of all.told.groups) compareMembers(all, told);
}

function compareSettings(all: Comparison): void {
  const { settings } = all.present;
  const { organisation, remindDays } = all.told.settings;
  if (!settings) return;
  const body = {
    ...(organisation && organisation.value !== settings.organisation && { organisation: organisation.value }),
    ...(remindDays && remindDays.value !== settings.remindDays && { remindDays: remindDays.value }),
  };
  const keys = Object.keys(body) as (keyof typeof body)[];
  if (keys.length === 0) return;
  const different = keys.map((key) => differs(key, settings[key], body[key]));
  all.add('~', 'settings', (organisation ?? remindDays)?.at(), { call: 'settings.update', body }, different);
}

function compareUser(all: Comparison, { value, at }: Comparison['told']['users'][number]): void {
  const { username, name, email, suspended } = value;
  const before = all.present.users.get(foldIdentity(username));
  const says = `user ${username} (${name})`;
  all.use('user', undefined, username, at('username'), before?.id);
  if (!before) {
    const as = all.making('user', undefined, username);
    all.add('+', says, at(), {
      call: 'users.create',
      as,
      body: { username, name, ...(email !== undefined && { email }) },
    });
    if (suspended) all.add('~', says, at('suspended'), { call: 'users.suspend', params: { user: as } }, ['suspended']);
    return;
  }
  const params = { user: before.id };
  const body = {
    ...(name !== before.name && { name }),
    ...(email !== undefined && !isSameAddress(email, before.email) && { email }),
  };
  const different = Object.entries(body).map(([key, told]) => differs(key, before[key as 'name' | 'email'], told));
  if (different.length > 0) all.add('~', says, at(), { call: 'users.update', params, body }, different);
  const isSuspended = before.status === 'suspended';
  if (suspended === undefined || suspended === isSuspended) return;
  if (suspended) all.add('~', says, at('suspended'), { call: 'users.suspend', params }, ['suspended']);
  else all.add('~', says, at('suspended'), { call: 'users.reactivate', params }, ['no longer suspended']);
}

/** The form of the domain makes no difference; the case of the rest does. */
const isSameAddress = (one: string | null, other: string | null): boolean =>
  emailForServers(one ?? '') === emailForServers(other ?? '');

function compareGroup(all: Comparison, { value, at }: Comparison['told']['groups'][number]): void {
  const { name, description } = value;
  const before = all.present.groups.get(foldIdentity(name));
  const said = description === undefined ? {} : { description };
  all.use('group', undefined, name, at('name'), before?.id);
  if (!before) {
    const as = all.making('group', undefined, name);
    all.add('+', `group ${name}`, at(), { call: 'groups.create', as, body: { name, ...said } });
    return;
  }
  if (description === undefined || description === before.description) return;
  all.add(
    '~',
    `group ${name}`,
    at('description'),
    { call: 'groups.update', params: { group: before.id }, body: said },
    [differs('description', before.description, description)],
  );
}

/** Members beside those that are named stay. */
function compareMembers(all: Comparison, { value, at }: Comparison['told']['groups'][number]): void {
  const group = all.group(value.name, at());
  if (group === undefined) return;
  const direct = new Set(all.present.groups.get(foldIdentity(value.name))?.direct.map(({ id }) => id));
  const add = (kind: string, name: string, place: string, member: string | undefined) => {
    if (member === undefined || direct.has(member)) return;
    direct.add(member);
    all.add('+', `${kind} ${name} in group ${value.name}`, place, {
      call: 'groups.addMember',
      params: { group, member },
    });
  };
  for (const [index, name] of (value.users ?? []).entries()) {
    const place = at('users', index);
    add('user', name, place, all.user(name, place));
  }
  for (const [index, name] of (value.groups ?? []).entries()) {
    const place = at('groups', index);
    add('group', name, place, all.group(name, place));
  }
}
