import { eventParts } from '../../blocks/events/words.ts';

/** One line of a comparison: the value before and after the change; `undefined` for no value. */
export interface DiffLine {
  id: string;
  before: string | undefined;
  after: string | undefined;
  changed: boolean;
}

/** One field of a record. A list is compared as a set, with a line for each member. */
export interface DiffField {
  /** The path of the field, with dots: `grant.ends`. */
  name: string;
  kind: 'value' | 'set';
  lines: readonly DiffLine[];
  changed: boolean;
}

const DEPTH_MAX = 6;

/** Compares two JSON values: the changed fields first, otherwise in their order in the records. */
export function diff(before: unknown, after: unknown): DiffField[] {
  const fields = fieldsOf('', before, after, 0);
  return [...fields.filter((field) => field.changed), ...fields.filter((field) => !field.changed)];
}

function fieldsOf(name: string, before: unknown, after: unknown, depth: number): DiffField[] {
  if (Array.isArray(before) || Array.isArray(after)) return [setField(name, listOf(before), listOf(after))];
  const records = isRecord(before) || isRecord(after);
  if (records && depth < DEPTH_MAX && (name === '' || !(hasName(before) || hasName(after)))) {
    const [old, young] = [recordOf(before), recordOf(after)];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(young)])];
    return keys.flatMap((key) => fieldsOf(name === '' ? key : `${name}.${key}`, old[key], young[key], depth + 1));
  }
  const [old, young] = [textOf(before), textOf(after)];
  if (old === undefined && young === undefined) return [];
  const changed = JSON.stringify(before) !== JSON.stringify(after);
  return [{ name, kind: 'value', changed, lines: [{ id: name, before: old, after: young, changed }] }];
}

function setField(name: string, before: readonly unknown[], after: readonly unknown[]): DiffField {
  const [old, young] = [membersOf(before), membersOf(after)];
  const all = [...new Set([...old.keys(), ...young.keys()])].sort();
  const lines = all.map((key): DiffLine => {
    const [was, is] = [old.get(key), young.get(key)];
    return { id: key, before: was, after: is, changed: was === undefined || is === undefined };
  });
  return { name, kind: 'set', lines, changed: lines.some((line) => line.changed) };
}

/** The members of a list, each as a text and an id, under a key that identifies the member. */
function membersOf(list: readonly unknown[]): Map<string, string> {
  return new Map(
    list.map((member) => {
      const text = textOf(member) ?? 'null';
      return [`${text}\n${isRecord(member) && 'id' in member ? String(member.id) : ''}`, text];
    }),
  );
}

/** A value as text; a reference by its name. Returns `undefined` for null, an empty text and a missing value. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (hasName(value)) {
    const { kind, name, application } = value;
    if (typeof kind !== 'string') return name;
    return eventParts.named(kind, name, typeof application === 'string' ? application : '') ?? `${kind} ${name}`;
  }
  return JSON.stringify(value);
}

function hasName(value: unknown): value is { name: string; kind?: unknown; application?: unknown } {
  return isRecord(value) && typeof value.name === 'string' && Object.keys(value).every((key) => naming.has(key));
}

// An object with only these keys is a reference, shown by name. Any other object is shown as JSON.
const naming = new Set(['id', 'kind', 'name', 'title', 'username', 'detail', 'application']);

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
