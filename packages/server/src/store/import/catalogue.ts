import { adminRole, limits, permissionName, roleName, text as textSchema } from '@licet/contract';
import { Elements } from './elements.ts';
import type { Faults } from './faults.ts';
import { Names } from './names.ts';
import { PairSet, type ParsedImport, type Reading, requireFew } from './parsed.ts';

/**
 * Reads a catalogue: a JSON array of roles, each with a `name`, an optional `title` and its `permissions` by name; whatever
 * else an entry holds is left aside. A role that comes again adds to itself.
 * @throws Refusal `import_rejected` when it is not a JSON array
 */
export function* readCatalogue(faults: Faults): Reading<ParsedImport> {
  const source = new Elements();
  const roles = new Names(roleName);
  const permissions = new Names(permissionName);
  const titles: string[] = [];
  const pairs = new PairSet();
  let index = -1;
  let read = 0;
  for (let entry = yield* source.next(); entry; entry = yield* source.next()) {
    const { value } = entry;
    index += 1;
    requireFew(index);
    const pointer = `/${index}`;
    const fault = (detail: string, at = '') =>
      faults.add({ pointer: pointer + at, detail: `Role ${index + 1}: ${detail}` });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fault('This is not an object. Write {"name": …, "permissions": […]}.');
      continue;
    }
    const { name, title = '', permissions: listed = [] } = Object.assign(Object.create(null), value) as Entry;
    if (typeof name !== 'string') {
      fault('The name is missing. Add "name" with a text.', '/name');
      continue;
    }
    if (!Array.isArray(listed)) {
      fault('"permissions" is not a list. Write an array of names.', '/permissions');
      continue;
    }
    if (name === adminRole && listed.length > 0) {
      fault(`The role ${adminRole} is built in and implies every permission. Take it out of the file.`, '/name');
      continue;
    }
    const role = roles.place(name);
    if (typeof role !== 'number') {
      fault(role.detail, '/name');
      continue;
    }
    const checked = titleSchema.safeParse(title);
    if (checked.success) titles[role] ||= checked.data;
    else fault(checked.error.issues[0]?.message ?? 'The title is not valid.', '/title');
    for (const [place, named] of listed.entries()) {
      read += 1;
      if (read % namesAtOnce === 0) yield 'pause';
      const permission = typeof named === 'string' ? permissions.place(named) : notText;
      if (typeof permission === 'number') pairs.add(role, permission);
      else fault(permission.detail, `/permissions/${place}`);
    }
  }
  return {
    lines: index + 1,
    repeated: pairs.repeated,
    users: [],
    permissions: permissions.list,
    roles: roles.list.map((name, index) => ({ name, title: titles[index] ?? '' })),
    pairs,
  };
}

interface Entry {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly permissions?: unknown;
}

const titleSchema = textSchema(limits.titleMax.value, 'The title');
const notText = { detail: 'A permission is not a text. Write its name in quotes.' };
// So many new names take some twenty milliseconds.
const namesAtOnce = 4000;
