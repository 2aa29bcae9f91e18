import { limits, type PlanEffect, type PlannedCall, type PlannedStep, type Problem } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { refusalOf } from '../../store/kernel/constraints.ts';
import { type Draft, draft } from '../../store/kernel/draft.ts';
import { requireAdministrator } from '../../store/licet/administrators.ts';
import { type Effect, effectsOf, turnsOf } from '../../store/plan/effects.ts';
import { applicationsOf, firstByName } from '../../store/plan/who.ts';
import * as applications from '../applications/change.ts';
import type { CallerAccess } from '../authorise.ts';
import * as grants from '../grants/change.ts';
import * as groups from '../groups/change.ts';
import * as permissions from '../permissions/change.ts';
import * as roles from '../roles/change.ts';
import { type Asked, answering, type Changing } from '../use-case.ts';
import * as users from '../users/change.ts';

/** What makes each of the changes that can be planned: the use case that makes it by itself. */
const made: { readonly [Id in PlannedCall]: Changing<Id> } = {
  'grants.create': grants.create,
  'grants.update': grants.update,
  'grants.revoke': grants.revoke,
  'roles.create': roles.create,
  'roles.update': roles.update,
  'roles.remove': roles.remove,
  'permissions.create': permissions.create,
  'permissions.update': permissions.update,
  'permissions.remove': permissions.remove,
  'groups.create': groups.create,
  'groups.update': groups.update,
  'groups.remove': groups.remove,
  'groups.addMember': groups.addMember,
  'groups.removeMember': groups.removeMember,
  'users.suspend': users.suspend,
  'users.reactivate': users.reactivate,
  'users.remove': users.remove,
  'applications.remove': applications.remove,
  'applications.addOwner': applications.addOwner,
  'applications.removeOwner': applications.removeOwner,
};

/**
 * What changes would bring: each is made through a draft by its own use case, with every right and rule, after those before it; one that is
 * refused leaves nothing, and says why. Whether somebody signed in lately is asked when it is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { database, access, body } = asked;
  const actor = access.actor ?? refuse('token_invalid', 'The token is a program’s; changes are made by people.');
  return draft(database, actor, async (handle) => {
    const steps: PlannedStep[] = [];
    for (const change of body.changes) steps.push(await tried(handle, asked, change));
    const refused = await refusalIn(handle, () => requireAdministrator(handle));
    return {
      version: handle.no,
      at: handle.at,
      steps,
      refused: refused ?? null,
      effects: await effects(handle, access),
    };
  });
});

type Planned = Asked<'plans.make'>['body']['changes'][number];

async function tried(handle: Draft, asked: Asked<'plans.make'>, { call, ...input }: Planned): Promise<PlannedStep> {
  const before = handle.entries.length;
  const useCase = made[call] as Changing;
  const refused = await refusalIn(handle, () =>
    useCase.within(handle, { ...asked, params: undefined, ifMatch: undefined, ...input, query: undefined } as never),
  );
  const entry = refused ? undefined : handle.entries[before];
  if (!entry) return { refused: refused ?? null, record: null };
  const { action, target, before: was, after } = entry;
  return {
    refused: null,
    record: {
      action,
      target,
      ...(was !== undefined && { before: was as never }),
      ...(after !== undefined && { after: after as never }),
    },
  };
}

/** Why something is refused, which then has written nothing; undefined when it is done. */
async function refusalIn({ connection }: Draft, work: () => Promise<unknown>): Promise<Problem | undefined> {
  await connection.query('savepoint step');
  try {
    await work();
    return undefined;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (!refusal) throw error;
    await connection.query('rollback to savepoint step');
    return refusal.problem;
  } finally {
    await connection.query('release savepoint step').catch(() => undefined);
  }
}

/** At once, and at each start and end of a grant of the draft: what is so already is not told again. */
async function effects(handle: Draft, access: CallerAccess): Promise<PlanEffect[]> {
  const told: PlanEffect[] = [];
  const known = new Set<string>();
  for (const at of [handle.at, ...(await turnsOf(handle, limits.planInstantsMax.value))]) {
    const found = (await effectsOf(handle, at)).filter((effect) => {
      const key = JSON.stringify(effect);
      return !known.has(key) && known.add(key);
    });
    const names = await applicationsOf(
      handle,
      found.map(({ application }) => application),
    );
    for (const effect of found) told.push(await shown(handle, access, effect, at, names));
  }
  return told;
}

async function shown(
  handle: Draft,
  access: CallerAccess,
  { application: fact, holders, gains, loses, keeps }: Effect,
  at: string,
  names: Awaited<ReturnType<typeof applicationsOf>>,
): Promise<PlanEffect> {
  const application = names.get(fact) ?? refuse('internal', 'The application of a planned effect is not known.');
  const maySee = access.can('access.read') || access.owns.has(application.id);
  const both = ({ roles, permissions }: Effect['gains']) => ({ roles: [...roles], permissions: [...permissions] });
  return {
    application,
    at,
    gains: both(gains),
    loses: both(loses),
    keeps: [...keeps],
    count: holders.length,
    holders: maySee ? await firstByName(handle, holders, limits.planHoldersShown.value) : [],
  };
}
