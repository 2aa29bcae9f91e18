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
import type { Fault } from './read.ts';
import type { Path, Source } from './source.ts';

/** A value of a file, with its place. */
export interface Declared<Value> {
  readonly value: Value;
  readonly at: (...path: Path) => string;
}

/**
 * An application combined from several files. A member that is in no file is undefined, and the server's value stays
 * unchanged.
 */
export interface DeclaredApplication {
  readonly id: string;
  readonly at: string;
  name?: Declared<string>;
  description?: Declared<string>;
  owners?: Declared<string>[];
  permissions?: Declared<ConfiguredPermission>[];
  roles?: Declared<ConfiguredRole>[];
  clients?: Declared<ConfiguredClient>[];
  grants?: Declared<ConfiguredGrant>[];
}

/** The combined content of several files. */
export interface Configuration {
  /** The lists that occur in the files, including empty lists. */
  readonly says: Set<'users' | 'groups' | 'separations' | 'settings'>;
  set: Declared<string> | undefined;
  readonly settings: { organisation?: Declared<string>; remindDays?: Declared<number> };
  readonly users: Declared<ConfiguredUser>[];
  readonly groups: Declared<ConfiguredGroup>[];
  readonly applications: Map<string, DeclaredApplication>;
  readonly separations: Declared<ConfiguredSeparation>[];
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
  const once = <Value>(
    before: Declared<Value> | undefined,
    declared: Declared<Value>,
    what: string,
  ): Declared<Value> => {
    if (before && before.value !== declared.value)
      faults.push({
        place: declared.at(),
        detail: `${what} differs from the one at ${before.at()}. Keep one of them.`,
      });
    return before ?? declared;
  };
  for (const source of sources) {
    const { declared } = source;
    for (const key of ['users', 'groups', 'separations', 'settings'] as const)
      if (declared[key] !== undefined) all.says.add(key);
    if (declared.set !== undefined) all.set = once(all.set, declaredAt(source, declared.set, ['set']), 'The set');
    for (const key of ['organisation', 'remindDays'] as const) {
      const value = declared.settings?.[key];
      if (value === undefined) continue;
      const setting = declaredAt(source, value, ['settings', key]);
      all.settings[key] = once(all.settings[key] as typeof setting | undefined, setting, 'The setting') as never;
    }
    for (const user of list(source, declared, 'users')) all.users.push(user);
    for (const group of list(source, declared, 'groups')) all.groups.push(group);
    for (const separation of list(source, declared, 'separations')) all.separations.push(separation);
    for (const [place, application] of (declared.applications ?? []).entries())
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

function declaredAt<Value>(source: Source, value: Value, path: Path): Declared<Value> {
  return { value, at: (...more) => source.at([...path, ...more]) };
}

function list<Key extends 'users' | 'groups' | 'separations'>(source: Source, declared: ConfigurationFile, key: Key) {
  const items = (declared[key] ?? []) as NonNullable<ConfigurationFile[Key]>[number][];
  return items.map((value, place) => declaredAt(source, value, [key, place]));
}

function join(
  known: Map<string, DeclaredApplication>,
  source: Source,
  declared: ConfiguredApplication,
  path: Path,
  once: <Value>(before: Declared<Value> | undefined, declared: Declared<Value>, what: string) => Declared<Value>,
): void {
  const application = known.get(declared.id) ?? { id: declared.id, at: source.at([...path, 'id']) };
  known.set(declared.id, application);
  for (const key of ['name', 'description'] as const) {
    const value = declared[key];
    if (value !== undefined)
      application[key] = once(
        application[key],
        declaredAt(source, value, [...path, key]),
        `The ${key} of ${declared.id}`,
      );
  }
  for (const key of ['owners', 'permissions', 'roles', 'clients', 'grants'] as const) {
    const items: readonly unknown[] | undefined = declared[key];
    if (items === undefined) continue;
    const place = items.map((value, at) => declaredAt(source, value, [...path, key, at]));
    application[key] = [...(application[key] ?? []), ...place] as never;
  }
}

function refuseTwice<Value>(
  items: readonly Declared<Value>[],
  keyOf: (value: Value) => string,
  field: string | undefined,
  faults: Fault[],
): void {
  const first = new Map<string, Declared<Value>>();
  const place = (declared: Declared<Value>) => (field === undefined ? declared.at() : declared.at(field));
  for (const declared of items) {
    const key = keyOf(declared.value);
    const before = first.get(key);
    if (before)
      faults.push({ place: place(declared), detail: `This entry is already at ${place(before)}. Remove one of them.` });
    else first.set(key, declared);
  }
}
