import { adminRole, limits, permissionName, roleName, text as textSchema } from '@licet/contract';
import { faultOfIssue } from '@licet/contract/reasons';
import { fault } from '../../refusal.ts';
import { Elements } from './elements.ts';
import type { Faults } from './faults.ts';
import { type Fault, Names } from './names.ts';
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
    const add = (found: Fault, at = '') => faults.add({ pointer: pointer + at, ...found });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      add(fault({}, 'import_not_an_object', {}));
      continue;
    }
    const { name, title = '', permissions: listed = [] } = Object.assign(Object.create(null), value) as Entry;
    if (typeof name !== 'string') {
      add(fault({}, 'import_name_missing', {}), '/name');
      continue;
    }
    if (!Array.isArray(listed)) {
      add(fault({}, 'import_permissions_not_a_list', {}), '/permissions');
      continue;
    }
    if (name === adminRole && listed.length > 0) {
      add(fault({}, 'import_admin_role', {}), '/name');
      continue;
    }
    const role = roles.place(name);
    if (typeof role !== 'number') {
      add(role, '/name');
      continue;
    }
    const checked = titleSchema.safeParse(title);
    const [issue] = checked.error?.issues ?? [];
    if (checked.success) titles[role] ||= checked.data;
    else if (issue) add(faultOfIssue(issue), '/title');
    for (const [place, named] of listed.entries()) {
      read += 1;
      if (read % namesAtOnce === 0) yield 'pause';
      const permission = typeof named === 'string' ? permissions.place(named) : notText;
      if (typeof permission === 'number') pairs.add(role, permission);
      else add(permission, `/permissions/${place}`);
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

const titleSchema = textSchema(limits.titleMax.value, 'title');
const notText = fault({}, 'import_permission_not_a_text', {});
// So many new names take some twenty milliseconds.
const namesAtOnce = 4000;
