import { type Application, makeCatalogue, type Sizes } from './catalogue.ts';
import { Draws } from './draws.ts';
import { History } from './history.ts';
import { People } from './people.ts';

/** Makes a year of an organisation's history in memory: the initial state, and then one change after another. */
export function makeYear(
  sizes: Sizes,
  options: { readonly seed: number; readonly no: number; readonly from: number; readonly to: number },
): History {
  const { seed, no: number, from, to } = options;
  const history = new History(new Draws(seed), number, from);
  const applications = makeCatalogue(history, sizes);
  const people = new People(history, applications);
  for (let n = 0; n < sizes.groups; n += 1) people.found(50);
  const joining = Math.ceil(sizes.users * 0.18);
  const leaving = Math.floor(sizes.users * 0.03);
  for (let n = 0; n < sizes.users - joining + leaving; n += 1) people.join(50);
  importGrants(history, people, applications, sizes.grants * 0.4);
  const steps = shuffled(history, [
    [joining, (later) => people.join(later)],
    [leaving, (later) => people.leave(later)],
    [sizes.users * 0.08, (later) => people.alter(later)],
    [sizes.users * 0.15, (later) => people.enter(later)],
    [sizes.users * 0.1, (later) => people.leaveGroup(later)],
    [sizes.roles, (later) => changeRole(history, applications, later)],
    [sizes.grants * 0.1, (later) => people.revoke(later)],
    [sizes.grants * 0.03, (later) => people.extend(later)],
    [sizes.grants * 0.74, (later) => people.grant(later)],
  ]);
  // Divides the rest of the year among the changes. The last changes only add grants until the total is reached.
  const each = Math.floor((to - history.now) / (steps.length + sizes.grants * 0.1));
  for (const step of steps) step(each);
  while (people.inForce.length < sizes.grants) people.grant(Math.min(each, 1000));
  while (people.inForce.length > sizes.grants) people.revoke(Math.min(each, 1000));
  return history;
}

type Step = (later: number) => void;

/** Imports grants for each application. One role of the first application is granted to four fifths of all users. */
function importGrants(history: History, people: People, applications: readonly Application[], total: number): void {
  const [first] = applications;
  if (!first) return;
  const counts = new Map<Application, number>();
  for (let n = 0; n < total - people.users.length * 0.8; n += 1) {
    const application = applications[history.draws.ranked(applications.length)] as Application;
    counts.set(application, (counts.get(application) ?? 0) + 1);
  }
  for (const [application, count] of counts) {
    const { id, key } = application;
    history.change(60_000, 'application.imported', key, ['application', id, key], {
      after: { kind: 'roles', reason: 'Imported from people.tsv', lines: count },
    });
    if (application === first && first.roles[1]) people.grantToMost(first, first.roles[1], 0.8);
    for (let n = 0; n < count; n += 1) people.grant(undefined, application);
  }
}

/** Adds a permission to a role, removes a permission, or renames the role. */
function changeRole(history: History, applications: readonly Application[], later: number): void {
  const { draws } = history;
  const application = applications[draws.ranked(applications.length)] as Application;
  const { key, holds, permissions, roles } = application;
  if (holds.length === 0) return;
  const at = draws.below(holds.length);
  const hold = holds[at] as Application['holds'][number];
  const target = (role = hold.role) => ['role', role.id, String(role.row[2])] as const;
  const what = draws.share();
  if (what < 0.1) {
    const title = `Team ${draws.below(1000)}`;
    history.change(later, 'role.changed', key, target(), {
      before: { title: hold.role.row[3] ?? '' },
      after: { title },
    });
    hold.role.row = history.replace('roles', hold.role.row, { 3: title });
  } else if (what < 0.4) {
    history.change(later, 'role.changed', key, target(), { before: { permissions: 1 }, after: { permissions: 0 } });
    history.close(hold.row);
    holds[at] = holds.at(-1) ?? hold;
    holds.pop();
  } else {
    const role = roles[1 + draws.below(roles.length - 1)] ?? hold.role;
    const permission = draws.of(permissions);
    if (holds.some((it) => it.role === role && it.permission === permission)) return;
    history.change(later, 'role.changed', key, target(role), { before: { permissions: 0 }, after: { permissions: 1 } });
    holds.push({ role, permission, row: history.open('role_permissions', role.id, permission.id) });
  }
}

function shuffled(history: History, kinds: readonly (readonly [count: number, step: Step])[]): Step[] {
  const steps = kinds.flatMap(([count, step]) => new Array<Step>(Math.floor(count)).fill(step));
  for (let at = steps.length - 1; at > 0; at -= 1) {
    const other = history.draws.below(at + 1);
    [steps[at], steps[other]] = [steps[other] as Step, steps[at] as Step];
  }
  return steps;
}
