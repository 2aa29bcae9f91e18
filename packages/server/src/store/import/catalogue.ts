import { adminRole, limits, permissionName, roleName, text as textSchema } from '@licet/contract';
import { faultOfIssue } from '@licet/contract/reasons';
import { fault, refuse } from '../../refusal.ts';
import { type Fault, type Faults, Names, PairSet, type ParsedImport, type Reading, requireFew } from './parsed.ts';

/** The elements of a JSON array that arrives in pieces. Each element is parsed separately, so the whole array is never in memory. */
class Elements {
  #text = '';
  #at = 0;
  /** The line at the current position. */
  #line = 1;
  #count = 0;
  #over = false;

  /** The next element; undefined after the last one. @throws Refusal `import_rejected` if the text is not a JSON array */
  *next(): Reading<{ readonly value: unknown } | undefined> {
    if (this.#over) return undefined;
    if (this.#count === 0) yield* this.#open();
    const line = this.#line;
    const text = yield* this.#element();
    const last = this.#text[this.#at - 1] === ']';
    if (last) yield* this.#close();
    if (last && this.#count === 0 && text.trim() === '') return undefined;
    this.#count += 1;
    return { value: parsed(text, line) };
  }

  /** Reads up to the bracket that opens the array. */
  *#open(): Reading<void> {
    if (!(yield* this.#fill())) malformed(this.#line);
    if (this.#text.startsWith('\uFEFF')) this.#at = 1;
    if (!(yield* this.#skipBlanks())) malformed(this.#line);
    if (this.#text[this.#at] !== '[') yield* this.#refuseOther();
    this.#at += 1;
  }

  /** Reads an element, and consumes the comma or bracket after it. */
  *#element(): Reading<string> {
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
    let depth = 0;
    let within = false; // inside a string
    for (; ; this.#at += 1) {
      if (this.#at > limits.bodyBytes.value) tooLong(this.#line);
      while (this.#at >= this.#text.length) if (!(yield* this.#fill())) malformed(this.#line);
      const character = this.#text[this.#at];
      if (character === '\n') this.#line += 1;
      if (within) {
        if (character === '\\') this.#at += 1;
        else if (character === '"') within = false;
      } else if (character === '"') within = true;
      else if (character === '[' || character === '{') depth += 1;
      else if (depth === 0 && (character === ',' || character === ']')) break;
      else if (character === ']' || character === '}') depth -= 1;
      if (depth < 0 || depth > limits.jsonDepth.value) malformed(this.#line);
    }
    this.#at += 1;
    return this.#text.slice(0, this.#at - 1);
  }

  *#close(): Reading<void> {
    this.#over = true;
    if (yield* this.#skipBlanks()) malformed(this.#line);
  }

  /** Skips white space. False at the end of the text. */
  *#skipBlanks(): Reading<boolean> {
    for (;;) {
      for (; this.#at < this.#text.length; this.#at += 1) {
        if (this.#text[this.#at] === '\n') this.#line += 1;
        if (!/\s/.test(this.#text[this.#at] ?? '')) return true;
      }
      this.#text = '';
      this.#at = 0;
      if (!(yield* this.#fill())) return false;
    }
  }

  /** Appends the next piece. False if there is none. */
  *#fill(): Reading<boolean> {
    for (;;) {
      const piece = yield 'more';
      if (piece === undefined) return false;
      this.#text += piece;
      if (piece !== '') return true;
    }
  }

  *#refuseOther(): Reading<never> {
    while (this.#text.length < limits.bodyBytes.value && (yield* this.#fill()));
    parsed(this.#text.slice(this.#at), this.#line);
    const errors = [fault({ pointer: '' }, 'import_not_an_array', {})];
    return refuse('import_rejected', 'file_not_roles', {}, { errors });
  }
}

function parsed(text: string, firstLine: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = Number(/at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? text.length);
    return malformed(firstLine + text.slice(0, position).split('\n').length - 1);
  }
}

function malformed(line: number): never {
  const errors = [fault({ line }, 'import_json_malformed', {})];
  return refuse('import_rejected', 'file_not_json', {}, { errors });
}

function tooLong(line: number): never {
  const errors = [fault({ line }, 'import_role_too_long', { most: limits.bodyBytes.value })];
  return refuse('import_rejected', 'file_role_too_large', {}, { errors });
}

/**
 * Reads a catalogue: a JSON array of roles, each with a `name`, an optional `title` and the names of its `permissions`. Other members are
 * ignored. If a role occurs twice, its permissions are merged.
 * @throws Refusal `import_rejected` if it is not a JSON array
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
// Checking this many new names takes about 20 ms.
const namesAtOnce = 4000;
