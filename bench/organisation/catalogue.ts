import { adminRole } from '@licet/contract';
import type { History, Row } from './history.ts';

/** How many of each kind exist at the end of the year. */
export interface Sizes {
  readonly users: number;
  readonly groups: number;
  readonly applications: number;
  readonly roles: number;
  readonly permissions: number;
  readonly grants: number;
}

export const whole: Sizes = {
  users: 100_000,
  groups: 2000,
  applications: 200,
  roles: 5000,
  permissions: 50_000,
  grants: 1_000_000,
};

export interface Application {
  readonly id: string;
  readonly key: string;
  readonly roles: Named[];
  readonly permissions: Named[];
  /** The permissions that each role contains, one entry for each pair, with its row. */
  readonly holds: { readonly role: Named; readonly permission: Named; readonly row: Row }[];
}

/** A role or a permission. */
export interface Named {
  readonly place: number;
  readonly id: string;
  row: Row;
}

/**
 * Creates applications with roles and permissions. The sizes follow real data (shared/data/rbac):
 * - The first application has two fifths of the roles and a fifth of the permissions. Each following application has
 *   fewer.
 * - The median role has 11 permissions. A tenth of the roles have more than 80. The largest role has all.
 */
export function makeCatalogue(history: History, sizes: Sizes): Application[] {
  const roles = shared(sizes.roles, sizes.applications, 0.4);
  const permissions = shared(sizes.permissions, sizes.applications, 0.22);
  let [rolePlace, permissionPlace] = [0, sizes.roles];
  return roles.map((count, index) => {
    const key = `app-${String(index + 1).padStart(3, '0')}`;
    const id = history.id();
    const name = `Application ${index + 1}`;
    history.change(1000, 'application.created', key, ['application', id, name], { after: { name, description: '' } });
    history.open('applications', id, key, name, '', history.no);
    const application: Application = { id, key, roles: [], permissions: [], holds: [] };
    addRole(history, application, rolePlace++, adminRole, '');
    history.change(1000, 'application.imported', key, ['application', id, name], {
      after: { kind: 'catalogue', reason: 'Imported from roles.json', lines: count },
    });
    for (let n = 0; n < (permissions[index] ?? 0); n += 1) {
      const it = `${nouns[Math.floor(n / verbs.length) % nouns.length]}-${Math.floor(n / 160)}:${verbs[n % verbs.length]}`;
      const permission = history.id();
      const row = history.open('permissions', permission, id, it, '', history.no);
      application.permissions.push({ place: permissionPlace++, id: permission, row });
    }
    for (let n = 1; n < count; n += 1)
      addRole(history, application, rolePlace++, `${nouns[n % nouns.length]}-team-${n}`, `Team ${n}`);
    for (const role of application.roles.slice(1)) fillRole(history, application, role);
    return application;
  });
}

function addRole(history: History, { id: app, roles }: Application, place: number, name: string, title: string): void {
  const id = history.id();
  const row = history.open('roles', id, app, name, title, name === adminRole ? 't' : 'f', history.no);
  roles.push({ place, id, row });
}

function fillRole(history: History, { roles, permissions, holds }: Application, role: Named): void {
  const { draws } = history;
  const count = Math.min(permissions.length, draws.around(11, 1.55));
  const first = draws.below(permissions.length);
  for (let n = 0; n < count; n += 1) {
    // Takes adjacent permissions, because a role usually contains several permissions for the same noun.
    const permission = permissions[(first + n) % permissions.length] as Named;
    holds.push({ role, permission, row: history.open('role_permissions', role.id, permission.id) });
  }
  const at = roles.indexOf(role);
  if (at > 1 && draws.share() < 0.1) history.open('inclusions', role.id, (roles[1 + draws.below(at - 1)] as Named).id);
}

/**
 * Splits a total into `parts` numbers, each at least 2. The first number is the fraction `first` of the total. The
 * others are proportional to 1, 1/2, 1/3 …
 */
function shared(total: number, parts: number, first: number): number[] {
  const rest = Math.floor(total * (1 - first)) - 2 * (parts - 1);
  const weights = Array.from({ length: parts - 1 }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const others = weights.map((weight) => 2 + Math.floor((rest * weight) / sum));
  return [total - others.reduce((all, part) => all + part, 0), ...others];
}

const nouns =
  'invoice order customer contract payment report shipment account ledger product price stock ticket asset project budget device site policy campaign'.split(
    ' ',
  );
const verbs = ['read', 'write', 'create', 'delete', 'approve', 'export', 'share', 'archive'];
