import { foldIdentity } from '@licet/contract';
import type { PlannedChange } from '@licet/contract/client';
import type { Fault } from './faults.ts';
import type { Configuration } from './gather.ts';
import { type Present, programNamed } from './present.ts';

/** A change that files ask for, and how it is told. */
export interface Line {
  readonly sign: '+' | '~' | '-';
  readonly says: string;
  /** What differs, for a change of something that is there. */
  readonly differs: readonly string[];
  /** The place in a file that asks for it; undefined where none does any more. */
  readonly at: string | undefined;
  readonly change: PlannedChange;
}

/** What files say, what there is, and the changes between the two. */
export class Comparison {
  readonly told: Configuration;
  readonly present: Present;
  readonly lines: Line[] = [];
  readonly faults: Fault[] = [];
  /** Grants that the files say have ended, and that are not theirs to end: which, and why. */
  readonly stays: string[] = [];
  /** Ids of what the changes make, by what it is and its name. */
  readonly #made = new Map<string, string>();

  constructor(told: Configuration, present: Present) {
    this.told = told;
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

  /** An id of the plan's own for something that is made; by it later changes name it. */
  making(...key: string[]): string {
    const id = `00000000-0000-8000-8000-${(this.#made.size + 1).toString(16).padStart(12, '0')}`;
    this.#made.set(JSON.stringify(key), id);
    return id;
  }

  fault(place: string, detail: string): undefined {
    this.faults.push({ place, detail });
    return undefined;
  }

  user(name: string, place: string): string | undefined {
    const key = foldIdentity(name);
    return (
      this.present.users.get(key)?.id ??
      this.#madeId('user', key) ??
      this.fault(place, `There is no user “${name}”, and these files make none.`)
    );
  }

  group(name: string, place: string): string | undefined {
    const key = foldIdentity(name);
    return (
      this.present.groups.get(key)?.id ??
      this.#madeId('group', key) ??
      this.fault(place, `There is no group “${name}”, and these files make none.`)
    );
  }

  permission(application: string, name: string, place: string): string | undefined {
    return (
      this.present.applications.get(application)?.permissions.get(name)?.id ??
      this.#madeId('permission', application, name) ??
      this.fault(place, `There is no permission “${name}” in ${application}, and these files make none.`)
    );
  }

  role(application: string, name: string, place: string): string | undefined {
    return (
      this.present.applications.get(application)?.roles.get(name)?.id ??
      this.#madeId('role', application, name) ??
      this.fault(place, `There is no role “${name}” in ${application}, and these files make none.`)
    );
  }

  /** A program, as `ledger/Nightly job`. */
  program(text: string, place: string): string | undefined {
    const { application, name } = programNamed(text);
    const [client, another] = this.present.applications.get(application)?.clients.get(name) ?? [];
    if (another)
      return this.fault(place, `Several clients of ${application} are called “${name}”. Give each a name of its own.`);
    return (
      client?.id ??
      this.#madeId('client', application, name) ??
      this.fault(place, `There is no program “${name}” in ${application}, and these files make none.`)
    );
  }

  #madeId(...key: string[]): string | undefined {
    return this.#made.get(JSON.stringify(key));
  }
}

/** How one field differs, as `title “a” → “b”`. */
export const differs = (field: string, before: unknown, after: unknown): string =>
  `${field} ${quoted(before)} → ${quoted(after)}`;

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `“${value}”` : value === null ? 'none' : String(value);

/** What comes into a list and what goes out of it, as `permissions + a, b − c`; undefined when it stays. */
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
