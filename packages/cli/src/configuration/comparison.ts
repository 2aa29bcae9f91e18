import { foldIdentity, type NameInFiles } from '@licet/contract';
import type { PlannedChange } from '@licet/contract/client';
import type { Configuration } from './gather.ts';
import { keyOf, UsedNames } from './names.ts';
import { type Present, programNamed } from './present.ts';
import type { Fault } from './read.ts';

/** A change that the files require, and its texts. */
export interface Line {
  readonly sign: '+' | '~' | '-';
  readonly says: string;
  /** The differing fields, for a change of an existing thing. */
  readonly differs: readonly string[];
  /** The place in a file that requires the change; undefined for a removal. */
  readonly at: string | undefined;
  readonly change: PlannedChange;
}

/** The content of the files, the present state, and the changes between them. */
export class Comparison {
  readonly declared: Configuration;
  readonly present: Present;
  readonly lines: Line[] = [];
  readonly faults: Fault[] = [];
  /** Grants that this plan may not end although the files require it, with the reason. */
  readonly stays: string[] = [];
  readonly names = new UsedNames();
  /**
   * The objects that the changes create, by the key of their name. Each has the id that later changes refer to, and the
   * index of the change that creates it.
   */
  readonly #made = new Map<string, { readonly id: string; readonly place: number }>();

  constructor(declared: Configuration, present: Present) {
    this.declared = declared;
    this.present = present;
  }

  add(
    sign: Line['sign'],
    says: string,
    at: string | undefined,
    change: PlannedChange,
    differs: readonly string[] = [],
  ) {
    this.lines.push({ sign, says, at, change, differs });
  }

  /** Returns a new id for the object that the next change creates. Later changes use it to refer to the object. */
  making(kind: NameInFiles['kind'] | 'separation', application: string | undefined, name: string): string {
    const id = `00000000-0000-8000-8000-${(this.#made.size + 1).toString(16).padStart(12, '0')}`;
    const key = kind === 'separation' ? `${kind} ${name}` : keyOf(kind, application, name);
    this.#made.set(key, { id, place: this.lines.length });
    return id;
  }

  /** Returns the keys of the names that the first `changes` changes create. Default: all changes. */
  made(changes = this.lines.length): ReadonlySet<string> {
    return new Set([...this.#made].flatMap(([key, { place }]) => (place < changes ? [key] : [])));
  }

  fault(place: string, detail: string, name?: string): undefined {
    this.faults.push({ place, detail, ...(name !== undefined && { name }) });
    return undefined;
  }

  user(name: string, place: string): string | undefined {
    return this.#called('user', undefined, name, place, this.present.users.get(foldIdentity(name))?.id);
  }

  group(name: string, place: string): string | undefined {
    return this.#called('group', undefined, name, place, this.present.groups.get(foldIdentity(name))?.id);
  }

  permission(application: string, name: string, place: string): string | undefined {
    const id = this.present.applications.get(application)?.permissions.get(name)?.id;
    return this.#called('permission', application, name, place, id);
  }

  role(application: string, name: string, place: string): string | undefined {
    const id = this.present.applications.get(application)?.roles.get(name)?.id;
    return this.#called('role', application, name, place, id);
  }

  /** The id of a program that is given as `ledger/Nightly job`. */
  program(text: string, place: string): string | undefined {
    const { application, name } = programNamed(text);
    const [client, another] = this.present.applications.get(application)?.clients.get(name) ?? [];
    if (another)
      return this.fault(place, `Several clients of ${application} are named “${name}”. Give each its own name.`);
    return this.#called('client', application, name, place, client?.id);
  }

  /** Records a name that the files use, and the id of the object with that name; no id for an unused name. */
  use(kind: NameInFiles['kind'], application: string | undefined, name: string, place: string, id?: string): void {
    if (application !== undefined) this.names.use('application', undefined, application, null, place);
    this.names.use(kind, application, name, id ?? null, place);
  }

  /** Returns the id of the object with a name: an existing object, or one that the changes create. */
  #called(
    kind: NameInFiles['kind'],
    application: string | undefined,
    name: string,
    place: string,
    id: string | undefined,
  ): string | undefined {
    this.use(kind, application, name, place, id);
    const key = keyOf(kind, application, name);
    const found = id ?? this.#made.get(key)?.id;
    if (found !== undefined) return found;
    const what = `${kind === 'client' ? 'program' : kind} “${name}”${application === undefined ? '' : ` in ${application}`}`;
    return this.fault(place, `There is no ${what}, and these files do not create one.`, key);
  }
}

/** Returns the change of a field, as `title “a” → “b”`. */
export const differs = (field: string, before: unknown, after: unknown): string =>
  `${field} ${quoted(before)} → ${quoted(after)}`;

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `“${value}”` : value === null ? 'none' : String(value);

/** Returns the additions to a list and the removals, as `permissions + a, b − c`; undefined if nothing differs. */
export function listDiffers(field: string, before: readonly string[], after: readonly string[]): string | undefined {
  const [was, is] = [new Set(before), new Set(after)];
  const comes = [...is].filter((name) => !was.has(name));
  const goes = [...was].filter((name) => !is.has(name));
  if (comes.length + goes.length === 0) return undefined;
  return [field, comes.length > 0 && `+ ${some(comes)}`, goes.length > 0 && `− ${some(goes)}`]
    .filter(Boolean)
    .join(' ');
}

const some = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ');
