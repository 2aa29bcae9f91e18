import { adminRole, type DirectoryLine, type DirectoryRole, limits } from '@licet/contract';
import type { KeycloakRole, Realm, RoleNames } from './keycloak-shapes.ts';
import { applicationIdFor, displayName, roleNameFor, textFor } from './names.ts';
import type { Plan } from './plan.ts';

/** The imported roles of a realm. */
export interface KeycloakRoles {
  /** Applications and roles. */
  readonly lines: readonly DirectoryLine[];
  /**
   * Returns the roles to import for a user with these direct roles. `who` names the user in reports about omitted
   * roles.
   */
  granted(names: RoleNames<'realmRoles', 'clientRoles'>, who: string): DirectoryRole[];
}

interface Node {
  readonly application: string;
  readonly role: string;
  readonly title: string;
  readonly composites: readonly string[];
  /** Roles of the same application that the role includes. */
  readonly includes: string[];
  /**
   * Other roles that holders of this role also get. Licet cannot include them, because it does not support roles of
   * other applications or cycles.
   */
  readonly additional: string[];
}

/**
 * Reads the roles of a realm. Realm roles become roles of `application`. Client roles become roles of one application
 * per client. Roles that administer Keycloak are omitted, because an import must not give access to Licet itself.
 */
export function readRoles(realm: Realm, application: string, plan: Plan): KeycloakRoles {
  const nodes = new Map<string, Node>();
  const applications = new Map<string, string>();
  const names = new Map(realm.clients.map(({ clientId, name }) => [clientId, name]));
  const add = (key: string, id: string, role: KeycloakRole, taken: Set<string>) => {
    const name = unused(roleNameFor(role.name), taken);
    plan.rename(`role of ${id}`, role.name, name);
    nodes.set(key, {
      application: id,
      role: name,
      title: textFor(role.description, limits.titleMax.value),
      composites: compositesOf(role),
      includes: [],
      additional: [],
    });
  };
  const realmRoles = (realm.roles?.realm ?? []).filter((role) => keepsRealmRole(role, realm, plan));
  if (realmRoles.length > 0) {
    applications.set(application, displayName(realm.displayName) ?? displayName(realm.realm) ?? application);
    const taken = new Set<string>();
    for (const role of realmRoles) add(`realm ${role.name}`, application, role, taken);
  }
  for (const [clientId, roles] of Object.entries(realm.roles?.client ?? {})) {
    if (isOwnClient(clientId, realm)) continue;
    if (roles.length === 0) continue;
    const id = unused(applicationIdFor(clientId), applications);
    plan.rename('application', clientId, id);
    applications.set(
      id,
      displayName(textFor(names.get(clientId), limits.nameMax.value)) ?? displayName(clientId) ?? id,
    );
    const taken = new Set<string>();
    for (const role of roles) add(`client ${clientId} ${role.name}`, id, role, taken);
  }
  linkRoles(nodes, realm, plan);
  return {
    lines: [
      ...[...applications].map(([id, name]) => ({ application: { id, name } })),
      // A role comes after the roles that it includes.
      ...inOrder(nodes).map(({ application: of, role, title, includes }) => ({
        role: { application: of, name: role, title, includes: includes.map((key) => nodes.get(key)?.role ?? '') },
      })),
    ],
    granted: ({ realmRoles: given = [], clientRoles = {} }, who) => {
      const keys = [
        ...given.map((name) => `realm ${name}`),
        ...Object.entries(clientRoles).flatMap(([client, list]) => list.map((name) => `client ${client} ${name}`)),
      ];
      const administers = Object.keys(clientRoles).filter(
        (client) => client !== 'account' && isOwnClient(client, realm),
      );
      for (const client of administers)
        plan.leave(
          `Rights to administer Keycloak itself (${client}): an import never gives administrator access to Licet`,
          who,
        );
      for (const key of keys)
        if (!nodes.has(key) && !isPassedBy(key, realm)) plan.leave(unknownRoles, `${who}: ${named(key)}`);
      return withAdditional(nodes, keys).map(({ application: of, role }) => ({ application: of, role }));
    },
  };
}

/** Keycloak's own clients, which have no meaning in Licet. */
const ownClients = ['account', 'account-console', 'admin-cli', 'broker', 'realm-management', 'security-admin-console'];
// The realm `master` also has one client for each other realm.
const isOwnClient = (clientId: string, { realm }: Realm) =>
  ownClients.includes(clientId) || (realm === 'master' && clientId.endsWith('-realm'));

function keepsRealmRole(role: KeycloakRole, of: Realm, plan: Plan): boolean {
  const { name } = role;
  const { realm = '' } = of;
  if (name === 'offline_access' || name === 'uma_authorization') return false;
  const hasOwnComposites = compositesOf(role).some(
    (key) => !/^realm (offline_access|uma_authorization)$/.test(key) && !isOwnClient(key.split(' ')[1] ?? '', of),
  );
  // Every user has the default role. It is imported only if an administrator added roles to it.
  if (name === `default-roles-${realm.toLowerCase()}`) return hasOwnComposites;
  if (/^(admin|create-realm)$/.test(name) && realm === 'master') {
    plan.leave('Roles of the realm master, which administer Keycloak itself', name);
    return false;
  }
  return true;
}

const unknownRoles = 'Roles that the file does not contain: users with such a role lose it';
/** The readable name of a role: “reader of wiki”, or only the name for a realm role. */
const named = (key: string) => key.replace(/^realm /, '').replace(/^client (\S+) (.*)$/, '$2 of $1');

/**
 * Returns whether a missing role needs no report: it is one of Keycloak's own, or it was already reported as omitted.
 */
function isPassedBy(key: string, realm: Realm): boolean {
  const [kind, first = ''] = key.split(' ');
  if (kind === 'client') return isOwnClient(first, realm);
  const name = key.slice('realm '.length);
  const own = ['offline_access', 'uma_authorization', `default-roles-${(realm.realm ?? '').toLowerCase()}`];
  return own.includes(name) || (realm.roles?.realm ?? []).some((role) => role.name === name);
}

const compositesOf = ({ composites }: KeycloakRole): string[] => [
  ...(composites?.realm ?? []).map((name) => `realm ${name}`),
  ...Object.entries(composites?.client ?? {}).flatMap(([client, list]) =>
    list.map((name) => `client ${client} ${name}`),
  ),
];

function linkRoles(nodes: ReadonlyMap<string, Node>, realm: Realm, plan: Plan): void {
  const done = new Set<string>();
  const visit = (key: string, above: readonly string[]) => {
    const node = nodes.get(key);
    if (!node || done.has(key)) return;
    for (const other of node.composites) {
      const included = nodes.get(other);
      if (!included && !isPassedBy(other, realm))
        plan.leave(unknownRoles, `${node.role} of ${node.application}: ${named(other)}`);
      if (!included || other === key) continue;
      const same = included.application === node.application;
      if (same && node.role === adminRole) continue;
      const circle = above.includes(other);
      if (!circle) visit(other, [...above, key]);
      if (same && !circle) node.includes.push(other);
      else {
        node.additional.push(other);
        const which = `${node.role} of ${node.application} with ${included.role} of ${included.application}`;
        plan.say(
          'Roles that include a role of another application, or each other: users with one of them are granted both',
          which,
        );
      }
    }
    done.add(key);
  };
  for (const key of nodes.keys()) visit(key, []);
}

/** Returns the nodes of these roles and of all their additional roles, including those of included roles. */
function withAdditional(nodes: ReadonlyMap<string, Node>, keys: readonly string[]): Node[] {
  const granted = new Set(keys.filter((key) => nodes.has(key)));
  const seen = new Set<string>();
  const look = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const { includes = [], additional = [] } = nodes.get(key) ?? {};
    for (const other of includes) look(other);
    for (const other of additional) {
      granted.add(other);
      look(other);
    }
  };
  for (const key of [...granted]) look(key);
  return [...granted].flatMap((key) => nodes.get(key) ?? []);
}

function inOrder(nodes: ReadonlyMap<string, Node>): Node[] {
  const ordered = new Set<Node>();
  const put = (key: string) => {
    const node = nodes.get(key);
    if (!node || ordered.has(node)) return;
    node.includes.forEach(put);
    ordered.add(node);
  };
  for (const key of nodes.keys()) put(key);
  return [...ordered];
}

function unused(name: string, taken: { has(name: string): boolean; add?: (name: string) => unknown }): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name.slice(0, 58)}-${count}`;
  taken.add?.(free);
  return free;
}
