import { licetApplication } from '@licet/contract';
import fc from 'fast-check';
import { adminOfLicet } from '../administrators/administrators.ts';
import { deleteClient } from '../applications/clients.ts';
import { deleteGroup, findGroup, updateGroup } from '../groups/groups.ts';
import type { Change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { endFacts } from '../kernel/facts.ts';
import { sql } from '../kernel/sql.ts';
import { deletePermission } from '../permissions/permissions.ts';
import { deleteRole } from '../roles/roles.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addInclusion,
  addMember,
  addPermission,
  addProgram,
  addRole,
  addRolePermission,
  addUser,
  build,
  setStatus,
  type TestApplication,
} from '../store.testing.ts';
import { deleteUser } from '../users/users.ts';
import { asRecorded } from '../walk/walk.ts';
import {
  closesCircle,
  type Link,
  type ModelGrant,
  type ModelRules,
  type ModelState,
  type ModelWorld,
  noRules,
} from './model.testing.ts';
import { isRuleStep, playRule, type RuleStep, ruleSteps, withoutGone } from './rules.testing.ts';

/** A step of a world. The numbers select among the existing elements. */
export type Step =
  | {
      readonly kind: 'join' | 'leave' | 'include' | 'exclude' | 'hold' | 'drop';
      readonly a: number;
      readonly b: number;
    }
  | {
      readonly kind: 'grant';
      readonly a: number;
      readonly b: number;
      readonly starts: number;
      readonly life: number | null;
    }
  | { readonly kind: 'revoke' | 'status' | 'delete' | 'rename'; readonly a: number }
  | RuleStep;

/**
 * Random histories: several changes of several steps. `losing` and `ruling` set how often something is revoked, and how often rules are
 * created.
 */
const historiesOf = (losing: number, ruling = 0): Histories =>
  fc.array(
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: pairStep('join', 'include', 'hold') },
        { weight: 2 * losing, arbitrary: pairStep('leave', 'exclude', 'drop') },
        {
          weight: 6,
          arbitrary: fc.record({
            kind: fc.constant('grant' as const),
            a: fc.nat(99),
            b: fc.nat(99),
            starts: fc.oneof(fc.constant(0), fc.nat(5)),
            life: fc.option(fc.integer({ min: 1, max: 6 })),
          }),
        },
        {
          weight: 2 * losing,
          arbitrary: fc.record({
            kind: fc.constantFrom('revoke' as const, 'status' as const, 'rename' as const),
            a: fc.nat(99),
          }),
        },
        { weight: losing, arbitrary: fc.record({ kind: fc.constant('delete' as const), a: fc.nat(99) }) },
        { weight: ruling, arbitrary: ruleSteps },
      ),
      { minLength: 4, maxLength: 25 },
    ),
    { minLength: losing > 1 ? 3 : 1, maxLength: losing > 1 ? 6 : 4 },
  );

type Histories = fc.Arbitrary<Step[][]>;

export const histories = historiesOf(1);
export const losingHistories = historiesOf(3);
/** Histories that also have role policies, separations and exceptions. */
export const ruledHistories = historiesOf(3, 12);

/** A history applied to the database, and the model of it. */
export interface World extends ModelWorld {
  readonly application: TestApplication;
  readonly ids: ReadonlyMap<string, string>;
  readonly states: readonly ModelState[];
  /** Applies one more step and returns the model afterwards. The given world is unchanged. */
  readonly play: (change: Change, steps: readonly Step[]) => Promise<ModelState>;
}

/** Milliseconds between two changes; starts and ends of grants can be between them. */
export const pace = 1_000_000;

const permissions = ['a.read', 'B.read', '\u{1F600} smile', '\uFFEE wide', '__proto__'];
const roles = ['admin', 'viewer', 'Editor', 'constructor', 'größe'];
const groups = ['g0', 'g1', 'g2', 'g3'];
/** A role of Licet itself that includes the role `admin`, so its holders are administrators of Licet. */
export const chief = 'chief';

/** Applies the history, with one change per `pace`; `tick` advances the database's clock before each change. */
export async function makeWorld(
  database: Database,
  history: readonly (readonly Step[])[],
  tick: () => void | Promise<void>,
): Promise<World> {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const { application, licet, users, programs } = await build(database, async (change) => {
    const made = await addApplication(change);
    ids.set('admin', made.admin);
    for (const role of roles.slice(1)) ids.set(role, (await addRole(change, made, role)).id);
    for (const name of permissions) ids.set(name, (await addPermission(change, made, name)).id);
    for (const name of groups) {
      const group = await addGroup(change);
      ids.set(name, group.id);
      names.set(name, group.name);
    }
    const own = await findLicet(change);
    ids.set(chief, await addChief(change, own));
    const people = [await addUser(change), await addUser(change), await addUser(change), await addUser(change)];
    for (const { id, username } of people) ids.set(username, id);
    const programs = [await addProgram(change, made), await addProgram(change, own)];
    for (const { id, name } of programs) ids.set(name, id);
    return {
      application: made,
      licet: own,
      users: people.map(({ username }) => username),
      programs: programs.map(({ name }) => name),
    };
  });
  const states: ModelState[] = [];
  let draft: Omit<ModelState, 'no' | 'at'> = {
    suspended: new Set(),
    gone: new Set(),
    memberships: [],
    inclusions: [],
    holdings: [],
    grants: [],
    names,
    rules: noRules,
  };
  const play: World['play'] = async (change, steps) => {
    const next: Draft = {
      ...draft,
      suspended: new Set(draft.suspended),
      gone: new Set(draft.gone),
      names: new Map(draft.names),
    };
    for (const step of steps) await apply(change, { application, licet, users, programs, ids }, next, step);
    // If one change renames and deletes a group, the new name is never in force.
    for (const group of next.gone) {
      const name = draft.gone.has(group) ? undefined : draft.names.get(group);
      if (name !== undefined) next.names.set(group, name);
    }
    // Steps are random, and separation rules must not refuse any of them, so the check is skipped.
    if (draft.rules.separations.length + next.rules.separations.length > 0) change.checking.done = true;
    return { ...next, at: change.at, no: change.no };
  };
  for (const steps of history) {
    await tick();
    await build(
      database,
      async (change) => {
        const state = await play(change, steps);
        states.push(state);
        draft = state;
      },
      { reason: 'at random' },
    );
  }
  return { application, key: application.key, ids, states, users, programs, groups, roles, permissions, play };
}

function pairStep<Kind extends 'join' | 'leave' | 'include' | 'exclude' | 'hold' | 'drop'>(...kinds: Kind[]) {
  return fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(99), b: fc.nat(99) });
}

async function findLicet(change: Change): Promise<TestApplication> {
  const { rows } = await change.connection.query<{ id: string; app_id: string }>(adminOfLicet(asRecorded(change.at)));
  return { id: rows[0]?.app_id ?? '', key: licetApplication, name: 'Licet', admin: rows[0]?.id ?? '' };
}

/**
 * Adds the role of the administrators of this world. The administrators of an earlier generated world lose their
 * role.
 */
async function addChief(change: Change, licet: TestApplication): Promise<string> {
  const { rows } = await change.connection.query<{ id: string }>(
    sql`select r.id from roles r where r.app_id = ${licet.id} and r.id <> ${licet.admin}`,
  );
  await endFacts(change, 'grants', { role_id: rows.map(({ id }) => id) });
  return (await addRole(change, licet, `${chief} ${change.no}`, [], [{ id: licet.admin, name: 'admin' }])).id;
}

interface Draft {
  suspended: Set<string>;
  gone: Set<string>;
  memberships: readonly Link[];
  inclusions: readonly Link[];
  holdings: readonly Link[];
  grants: readonly ModelGrant[];
  names: Map<string, string>;
  rules: ModelRules;
}

async function apply(
  change: Change,
  {
    application,
    licet,
    users,
    programs,
    ids,
  }: Pick<World, 'application' | 'users' | 'programs' | 'ids'> & { licet: TestApplication },
  draft: Draft,
  step: Step,
): Promise<void> {
  const id = (name: string) => ids.get(name) ?? name;
  // Selects one of the elements that exist. Returns an empty name if none does.
  const one = (list: readonly string[], index: number) => {
    const left = list.filter((name) => !draft.gone.has(name));
    return left[index % left.length] ?? '';
  };
  const ref = (name: string) => ({ id: id(name), name });
  if (isRuleStep(step)) {
    const world = { id, one, application, users, programs, groups, roles: roles.slice(1), permissions };
    draft.rules = await playRule(change, world, draft.rules, step, (thirds) => after(change.at, thirds));
    return;
  }
  const has = (links: readonly Link[], [from, to]: Link) => links.some((link) => link[0] === from && link[1] === to);
  const without = (links: readonly Link[], [from, to]: Link) =>
    links.filter((link) => link[0] !== from || link[1] !== to);
  switch (step.kind) {
    case 'join': {
      const member = one([...users, ...groups], step.a);
      const link: Link = [member, one(groups, step.b)];
      if (link.includes('') || has(draft.memberships, link) || closesCircle(link, draft.memberships)) return;
      await addMember(change, ref(link[1]), ref(member), groups.includes(member) ? 'group' : 'user');
      draft.memberships = [...draft.memberships, link];
      return;
    }
    case 'include': {
      const link: Link = [one(roles, step.a), one(roles, step.b)];
      if (link.includes('') || has(draft.inclusions, link) || closesCircle(link, draft.inclusions)) return;
      await addInclusion(change, ref(link[0]), ref(link[1]));
      draft.inclusions = [...draft.inclusions, link];
      return;
    }
    case 'hold': {
      const link: Link = [one(roles.slice(1), step.a), one(permissions, step.b)];
      if (link.includes('') || has(draft.holdings, link)) return;
      await addRolePermission(change, ref(link[0]), ref(link[1]));
      draft.holdings = [...draft.holdings, link];
      return;
    }
    case 'leave': {
      const link = draft.memberships[step.a % Math.max(1, draft.memberships.length)];
      if (!link) return;
      await endFacts(change, 'memberships', { member_id: [id(link[0])], group_id: [id(link[1])] });
      draft.memberships = without(draft.memberships, link);
      return;
    }
    case 'exclude': {
      const link = draft.inclusions[step.a % Math.max(1, draft.inclusions.length)];
      if (!link) return;
      await endFacts(change, 'inclusions', { role_id: [id(link[0])], included_id: [id(link[1])] });
      draft.inclusions = without(draft.inclusions, link);
      return;
    }
    case 'drop': {
      const link = draft.holdings[step.a % Math.max(1, draft.holdings.length)];
      if (!link) return;
      await endFacts(change, 'role_permissions', { role_id: [id(link[0])], permission_id: [id(link[1])] });
      draft.holdings = without(draft.holdings, link);
      return;
    }
    case 'grant': {
      const principal = one([...users, ...programs, ...groups], step.a);
      // The role admin is granted rarely; otherwise almost every answer would be yes.
      const rare = step.b > 94 ? 'admin' : step.b > 84 ? chief : undefined;
      const gives = rare ?? one([...roles.slice(1), ...permissions], step.b);
      if (principal === '' || gives === '') return;
      const starts = after(change.at, step.starts);
      const ends = step.life === null ? 'infinity' : after(starts, step.life);
      const overlaps = draft.grants.some(
        (grant) => grant.principal === principal && grant.gives === gives && grant.starts < ends && starts < grant.ends,
      );
      if (overlaps) return;
      const grant = await addGrant(change, {
        application: gives === chief ? licet : application,
        principal: ref(principal),
        kind: programs.includes(principal) ? 'client' : groups.includes(principal) ? 'group' : 'user',
        ...(permissions.includes(gives) ? { permission: ref(gives) } : { role: ref(gives) }),
        starts,
        ends: ends === 'infinity' ? null : ends,
      });
      draft.grants = [...draft.grants, { id: grant, principal, gives, starts, ends }];
      return;
    }
    case 'revoke': {
      const grant = draft.grants[step.a % Math.max(1, draft.grants.length)];
      if (!grant) return;
      await endFacts(change, 'grants', { id: [grant.id] });
      draft.grants = draft.grants.filter((other) => other !== grant);
      return;
    }
    case 'status': {
      const user = one(users, step.a);
      if (user === '') return;
      const suspended = draft.suspended.has(user);
      if (suspended) draft.suspended.delete(user);
      else draft.suspended.add(user);
      await setStatus(change, ref(user), suspended ? 'active' : 'suspended');
      return;
    }
    case 'rename': {
      const group = one(groups, step.a);
      const found = group === '' ? undefined : await findGroup(change, id(group));
      if (!found) return;
      const name = `${found.name} ${change.no}`.slice(-60);
      await updateGroup(change, found, { name });
      draft.names.set(group, name);
      return;
    }
    case 'delete': {
      const gone = one([...users.slice(1), ...programs.slice(1), ...groups, ...roles.slice(1), ...permissions], step.a);
      if (gone === '') return;
      if (users.includes(gone)) await deleteUser(change, id(gone));
      else if (programs.includes(gone)) await deleteClient(change, id(gone));
      else if (groups.includes(gone)) await deleteGroup(change, id(gone));
      else if (roles.includes(gone)) await deleteRole(change, id(gone));
      else await deletePermission(change, id(gone));
      const stays = (link: Link) => !link.includes(gone);
      draft.gone.add(gone);
      draft.memberships = draft.memberships.filter(stays);
      draft.inclusions = draft.inclusions.filter(stays);
      draft.holdings = draft.holdings.filter(stays);
      draft.grants = draft.grants.filter((grant) => grant.principal !== gone && grant.gives !== gone);
      draft.rules = withoutGone(draft.rules, gone);
    }
  }
}

/** Adds `thirds` / 3 of `pace` to an instant, and keeps its microseconds. */
function after(at: string, thirds: number): string {
  if (thirds === 0) return at;
  const moved = new Date(Date.parse(at) + (thirds * pace) / 3).toISOString();
  return `${moved.slice(0, 23)}${at.slice(23)}`;
}
