import { foldIdentity } from '@licet/contract';
import type {
  ConfigurationFile,
  ConfiguredApplication,
  ConfiguredClient,
  ConfiguredGrant,
  ConfiguredGroup,
  ConfiguredPermission,
  ConfiguredRole,
  ConfiguredSeparation,
  ConfiguredUser,
} from '@licet/contract/configuration';
import type { Fault } from './faults.ts';
import type { Path, Source } from './source.ts';

/** A value of a file, with its place. */
export interface Told<Value> {
  readonly value: Value;
  readonly at: (...path: Path) => string;
}

/** An application combined from several files. Members that none of them has are undefined, and left unchanged. */
export interface ToldApplication {
  readonly id: string;
  readonly at: string;
  name?: Told<string>;
  description?: Told<string>;
  owners?: Told<string>[];
  permissions?: Told<ConfiguredPermission>[];
  roles?: Told<ConfiguredRole>[];
  clients?: Told<ConfiguredClient>[];
  grants?: Told<ConfiguredGrant>[];
}

/** The combined content of several files. */
export interface Configuration {
  /** The lists that the files have, even empty ones. */
  readonly says: Set<'users' | 'groups' | 'separations' | 'settings'>;
  set: Told<string> | undefined;
  readonly settings: { organisation?: Told<string>; remindDays?: Told<number> };
  readonly users: Told<ConfiguredUser>[];
  readonly groups: Told<ConfiguredGroup>[];
  readonly applications: Map<string, ToldApplication>;
  readonly separations: Told<ConfiguredSeparation>[];
}

/** Combines files; a repetition or a contradiction is a fault. */
export function gathered(sources: readonly Source[], faults: Fault[]): Configuration {
  const all: Configuration = {
    says: new Set(),
    set: undefined,
    settings: {},
    users: [],
    groups: [],
    applications: new Map(),
    separations: [],
  };
  const once = <Value>(before: Told<Value> | undefined, told: Told<Value>, what: string): Told<Value> => {
    if (before && before.value !== told.value)
      faults.push({ place: told.at(), detail: `${what} is another than at ${before.at()}.` });
    return before ?? told;
  };
  for (const source of sources) {
    const { told } = source;
    for (const key of ['users', 'groups', 'separations', 'settings'] as const)
      if (told[key] !== undefined) all.says.add(key);
    if (told.set !== undefined) all.set = once(all.set, toldAt(source, told.set, ['set']), 'The set');
    for (const key of ['organisation', 'remindDays'] as const) {
      const value = told.settings?.[key];
      if (value === undefined) continue;
      const setting = toldAt(source, value, ['settings', key]);
      all.settings[key] = once(all.settings[key] as typeof setting | undefined, setting, 'The setting') as never;
    }
    for (const user of list(source, told, 'users')) all.users.push(user);
    for (const group of list(source, told, 'groups')) all.groups.push(group);
    for (const separation of list(source, told, 'separations')) all.separations.push(separation);
    for (const [place, application] of (told.applications ?? []).entries())
      join(all.applications, source, application, ['applications', place], once);
  }
  refuseTwice(all.users, ({ username }) => foldIdentity(username), 'username', faults);
  refuseTwice(all.groups, ({ name }) => foldIdentity(name), 'name', faults);
  refuseTwice(all.separations, ({ name }) => foldIdentity(name), 'name', faults);
  for (const { permissions = [], roles = [], clients = [], owners = [], grants = [] } of all.applications.values()) {
    for (const named of [permissions, roles, clients])
      refuseTwice<{ name: string }>(named, ({ name }) => name, 'name', faults);
    refuseTwice(owners, foldIdentity, undefined, faults);
    refuseTwice(grants, grantKey, undefined, faults);
  }
  return all;
}

const grantKey = ({ role, permission, user, group, program, starts }: ConfiguredGrant): string =>
  JSON.stringify([role, permission, user && foldIdentity(user), group && foldIdentity(group), program, starts]);

function toldAt<Value>(source: Source, value: Value, path: Path): Told<Value> {
  return { value, at: (...more) => source.at([...path, ...more]) };
}

function list<Key extends 'users' | 'groups' | 'separations'>(source: Source, told: ConfigurationFile, key: Key) {
  const items = (told[key] ?? []) as NonNullable<ConfigurationFile[Key]>[number][];
  return items.map((value, place) => toldAt(source, value, [key, place]));
}

function join(
  known: Map<string, ToldApplication>,
  source: Source,
  told: ConfiguredApplication,
  path: Path,
  once: <Value>(before: Told<Value> | undefined, told: Told<Value>, what: string) => Told<Value>,
): void {
  const application = known.get(told.id) ?? { id: told.id, at: source.at([...path, 'id']) };
  known.set(told.id, application);
  for (const key of ['name', 'description'] as const) {
    const value = told[key];
    if (value !== undefined)
      application[key] = once(application[key], toldAt(source, value, [...path, key]), `The ${key} of ${told.id}`);
  }
  for (const key of ['owners', 'permissions', 'roles', 'clients', 'grants'] as const) {
    const items: readonly unknown[] | undefined = told[key];
    if (items === undefined) continue;
    const place = items.map((value, at) => toldAt(source, value, [...path, key, at]));
    application[key] = [...(application[key] ?? []), ...place] as never;
  }
}

function refuseTwice<Value>(
  items: readonly Told<Value>[],
  keyOf: (value: Value) => string,
  field: string | undefined,
  faults: Fault[],
): void {
  const first = new Map<string, Told<Value>>();
  const place = (told: Told<Value>) => (field === undefined ? told.at() : told.at(field));
  for (const told of items) {
    const key = keyOf(told.value);
    const before = first.get(key);
    if (before) faults.push({ place: place(told), detail: `The same stands at ${place(before)} already.` });
    else first.set(key, told);
  }
}
