import { adminRole, limits, permissionName, roleName, text as textSchema } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Faults } from './faults.ts';
import { Names } from './names.ts';
import { PairSet, type ParsedImport } from './parsed.ts';

/**
 * Reads a catalogue: a JSON array of roles, each with a `name`, an optional `title` and its `permissions` by name; whatever
 * else an entry holds is left aside. A role that comes again adds to itself.
 * @throws Refusal `import_rejected` when it is not a JSON array
 */
export function readCatalogue(text: string, faults: Faults): ParsedImport {
  const entries = parse(text);
  const roles = new Names(roleName);
  const permissions = new Names(permissionName);
  const titles: string[] = [];
  const pairs = new PairSet();
  for (const [index, value] of entries.entries()) {
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
    for (const [place, entry] of listed.entries()) {
      const permission = typeof entry === 'string' ? permissions.place(entry) : notText;
      if (typeof permission === 'number') pairs.add(role, permission);
      else fault(permission.detail, `/permissions/${place}`);
    }
  }
  return {
    lines: entries.length,
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

function parse(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    const detail = `The JSON breaks off or is malformed here (line ${line}). Check quotes, commas and brackets before this place.`;
    refuse('import_rejected', 'The file is not JSON.', { errors: [{ line, detail }] });
  }
  if (!Array.isArray(value))
    refuse('import_rejected', 'The file is JSON, but not a list of roles.', {
      errors: [
        { pointer: '', detail: 'The whole must be an array: [{"name": …, "title": …, "permissions": […]}, …].' },
      ],
    });
  return value;
}
