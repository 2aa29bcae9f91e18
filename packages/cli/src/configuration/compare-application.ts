import { adminRole, companionsOf, type OpenIdClient } from '@licet/contract';
import type { ConfiguredClient, ConfiguredPolicy, ConfiguredRole } from '@licet/contract/configuration';
import { comparePolicy } from './compare-policy.ts';
import { type Comparison, differs, listDiffers } from './comparison.ts';
import type { Declared, DeclaredApplication } from './gather.ts';
import type { Path } from './source.ts';

/** Compares an application and its content with the server. Grants are compared separately. */
export function compareApplication(all: Comparison, declared: DeclaredApplication): void {
  const { id, name, description } = declared;
  const present = all.present.applications.get(id)?.application;
  const params = { application: id };
  all.use('application', undefined, id, declared.at);
  if (!present) {
    if (!name) {
      all.fault(declared.at, `There is no application “${id}”. To create it, add its “name” to the file.`);
      return;
    }
    const body = { id, name: name.value, ...(description && { description: description.value }) };
    // A new application is created with the role admin.
    const as = all.making('role', id, adminRole);
    all.add('+', `application ${id} (${name.value})`, declared.at, { call: 'applications.create', as, body });
  } else {
    const body = {
      ...(name && name.value !== present.name && { name: name.value }),
      ...(description && description.value !== present.description && { description: description.value }),
    };
    const different = Object.entries(body).map(([key, declared]) =>
      differs(key, present[key as keyof typeof body], declared),
    );
    if (different.length > 0)
      all.add('~', `application ${id}`, declared.at, { call: 'applications.update', params, body }, different);
  }
  compareOwners(all, declared);
  comparePermissions(all, declared);
  for (const role of inOrder(all, declared)) compareRole(all, declared, role);
  for (const client of declared.clients ?? []) compareClient(all, declared, client);
}

function compareOwners(all: Comparison, { id, owners = [] }: DeclaredApplication): void {
  const present = new Set(all.present.applications.get(id)?.owners.map((owner) => owner.id));
  for (const { value, at } of owners) {
    const user = all.user(value, at());
    if (user !== undefined && !present.has(user))
      all.add('+', `owner ${value} of ${id}`, at(), {
        call: 'applications.addOwner',
        params: { application: id, user },
      });
  }
}

function comparePermissions(all: Comparison, { id, permissions = [] }: DeclaredApplication): void {
  for (const { value, at } of permissions) {
    const { name, title } = value;
    const before = all.present.applications.get(id)?.permissions.get(name);
    const says = `permission ${name} in ${id}`;
    all.use('permission', id, name, at('name'), before?.id);
    const optionalFields = title === undefined ? {} : { title };
    if (!before) {
      const as = all.making('permission', id, name);
      all.add('+', says, at(), {
        call: 'permissions.create',
        as,
        params: { application: id },
        body: { name, ...optionalFields },
      });
    } else if (title !== undefined && title !== before.title) {
      const params = { application: id, permission: before.id };
      const different = [differs('title', before.title, title)];
      all.add('~', says, at('title'), { call: 'permissions.update', params, body: optionalFields }, different);
    }
  }
}

/** Sorts new roles after the roles that they include. */
function inOrder(all: Comparison, { id, roles = [] }: DeclaredApplication): readonly Declared<ConfiguredRole>[] {
  const present = all.present.applications.get(id)?.roles;
  const newRoles = new Map(
    roles.flatMap((role) => (present?.has(role.value.name) ? [] : [[role.value.name, role] as const])),
  );
  const ordered: Declared<ConfiguredRole>[] = [];
  const state = new Map<string, 'begun' | 'done'>();
  const visit = (role: Declared<ConfiguredRole>, way: readonly string[]): void => {
    const { name, includes = [] } = role.value;
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'begun') {
      const circle = [...way.slice(way.indexOf(name)), name].join(' → ');
      all.fault(role.at('includes'), `Roles must not include each other in a cycle: ${circle}.`);
      return;
    }
    state.set(name, 'begun');
    for (const included of includes) {
      const next = newRoles.get(included);
      if (next) visit(next, [...way, name]);
    }
    state.set(name, 'done');
    ordered.push(role);
  };
  for (const role of newRoles.values()) visit(role, []);
  return [...ordered, ...roles.filter(({ value }) => !newRoles.has(value.name))];
}

function compareRole(
  all: Comparison,
  { id: application }: DeclaredApplication,
  { value, at }: Declared<ConfiguredRole>,
): void {
  const { name, title, permissions, includes, policy } = value;
  const before = all.present.applications.get(application)?.roles.get(name);
  const says = `role ${name} in ${application}`;
  all.use('role', application, name, at('name'), before?.id);
  const ids = (names: readonly string[], field: string, find: (name: string, place: string) => string | undefined) =>
    names.flatMap((it, index) => find(it, at(field, index)) ?? []);
  const within = (declared: ConfiguredPolicy) => ({
    value: declared,
    at: (...path: Path) => at('policy', ...path),
  });
  if (name === adminRole) {
    // The role `admin` is created with its application.
    const admin = all.role(application, name, at('name'));
    if (policy && admin !== undefined)
      comparePolicy(all, { application, role: admin, says }, before?.policy, within(policy));
    return;
  }
  const held = permissions && ids(permissions, 'permissions', (it, place) => all.permission(application, it, place));
  const included = includes && ids(includes, 'includes', (it, place) => all.role(application, it, place));
  if (!before) {
    const as = all.making('role', application, name);
    const body = {
      name,
      ...(title !== undefined && { title }),
      ...(held && { permissions: held }),
      ...(included && { includes: included }),
    };
    all.add('+', says, at(), { call: 'roles.create', as, params: { application }, body });
    if (policy) comparePolicy(all, { application, role: as, says }, undefined, within(policy));
    return;
  }
  if (policy) comparePolicy(all, { application, role: before.id, says }, before.policy, within(policy));
  const permissionsDiffer = permissions && listDiffers('permissions', before.own, permissions);
  const inclusionsDiffer =
    includes &&
    listDiffers(
      'includes',
      before.includes.map((it) => it.name),
      includes,
    );
  const titled = title !== undefined && title !== before.title ? differs('title', before.title, title) : undefined;
  const different = [titled, permissionsDiffer, inclusionsDiffer].filter((it) => it !== undefined);
  if (different.length === 0) return;
  const body = {
    ...(titled && { title: title ?? '' }),
    ...(permissionsDiffer && held && { permissions: held }),
    ...(inclusionsDiffer && included && { includes: included }),
  };
  all.add('~', says, at(), { call: 'roles.update', params: { application, role: before.id }, body }, different);
}

function compareClient(
  all: Comparison,
  { id: application }: DeclaredApplication,
  { value, at }: NonNullable<DeclaredApplication['clients']>[number],
): void {
  const { kind, publicKeys, ...fields } = value;
  const says = `client ${value.name} of ${application}`;
  const [before, another] = all.present.applications.get(application)?.clients.get(value.name) ?? [];
  all.use('client', application, value.name, at('name'), before?.id);
  if (another) {
    all.fault(at('name'), `Several clients of ${application} have this name. Give each its own name first.`);
  } else if (!before) {
    const as = all.making('client', application, value.name);
    const body = { ...fields, kind, ...(publicKeys && { publicKeys }), secret: false };
    all.add('+', says, at(), { call: 'clients.create', as, params: { application }, body });
    withoutCompanions(all, { application, client: as, says, at: at() }, value);
  } else if (before.kind !== kind) {
    all.fault(
      at('kind'),
      `The client ${value.name} is of the kind ${before.kind}, which cannot change. Give the new client another name.`,
    );
  } else {
    const changed = Object.entries(fields).flatMap(([key, declared]) => {
      const different =
        declared === undefined ? undefined : fieldDiffers(key, before[key as keyof OpenIdClient], declared);
      return different ? [{ key, declared, different }] : [];
    });
    if (changed.length === 0) return;
    const body = Object.fromEntries(changed.map(({ key, declared }) => [key, declared]));
    const params = { application, client: before.id };
    all.add(
      '~',
      says,
      at(),
      { call: 'clients.update', params, body },
      changed.map(({ different }) => different),
    );
  }
}

/** If the file lists no companion addresses, plans to remove those that the server derives for a new client. */
function withoutCompanions(
  all: Comparison,
  { application, client, says, at }: { application: string; client: string; says: string; at: string },
  { redirectUris = [], postLogoutRedirectUris, webOrigins, kind }: ConfiguredClient,
): void {
  const companions = companionsOf(kind, redirectUris);
  const body = {
    ...(postLogoutRedirectUris?.length === 0 &&
      companions.postLogoutRedirectUris.length > 0 && { postLogoutRedirectUris }),
    ...(webOrigins?.length === 0 && companions.webOrigins.length > 0 && { webOrigins }),
  };
  const different = Object.keys(body).map((field) => `${field} none`);
  if (different.length > 0)
    all.add('~', says, at, { call: 'clients.update', params: { application, client }, body }, different);
}

function fieldDiffers(field: string, before: unknown, declared: unknown): string | undefined {
  if (Array.isArray(before) && Array.isArray(declared)) return listDiffers(field, before, declared);
  return before === declared ? undefined : differs(field, before, declared);
}
