import { type AccessRequest, licetApplication, limits, type RequestStep } from '@licet/contract';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { leftOf, nobody, type Pool, type Pools, poolsOf, stillAble } from '../../store/requests/pools.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import { type CallerAccess, mayGrantIn } from '../authorise.ts';

/** The state of a request for a viewer. */
export interface DecisionRights
  extends Pick<AccessRequest, 'mayDecide' | 'decidesFor' | 'undoUntil' | 'steps' | 'usualSeconds'> {
  /** Whether the viewer decides on the request: by their own right, or by having approved it. */
  readonly decides: boolean;
  /** Whether the viewer is an approver of any step, or has approved. */
  readonly concerned: boolean;
  /**
   * The user for whom an approval by the viewer would count: the viewer, or a user whose deputy they are. Null if the
   * viewer may not approve.
   */
  readonly votesFor: string | null;
  /** The step for which that approval would count, starting at 1; 0 if no step is waiting. */
  readonly nextStep: number;
  /** The steps that the viewer approves in person, whichever step waits now. */
  readonly ownSteps: readonly number[];
}

const decidersListed = 5;

/** Returns the viewer's rights on several requests, with one statement. */
export async function decisionRightsOf(
  snapshot: Snapshot,
  requests: readonly StoredRequest[],
  access: CallerAccess,
): Promise<ReadonlyMap<string, DecisionRights>> {
  // A single request gets these rights even if it is closed, so that a viewer who was about to decide sees who has
  // decided.
  const pending = requests.filter(({ state }) => state === 'pending' || requests.length === 1);
  const asked = new Map<string, { readonly place: number; readonly appId: string; readonly approvers: Approvers }>();
  for (const { appId, rule } of pending)
    for (const approvers of ['owners' as const, ...rule.map((step) => step.approvers)])
      if (!asked.has(keyOf(appId, approvers)))
        asked.set(keyOf(appId, approvers), { place: asked.size, appId, approvers });
  const about = new Set(
    pending.flatMap(({ user, votes }) => [user.id, ...votes.flatMap((vote) => [vote.userId, vote.by.id])]),
  );
  if (access.userId !== null) about.add(access.userId);
  const pools =
    pending.length === 0 ? undefined : await poolsOf(snapshot, [...asked.values()], [...about], access.userId);
  return new Map(
    requests.map((request) => {
      const poolOf = (approvers: Approvers) => {
        const place = asked.get(keyOf(request.appId, approvers))?.place ?? -1;
        return pools?.of[place] ?? nobody;
      };
      if (request.state === 'pending' && pools) return [request.id, open(request, access, pools, poolOf)];
      const ownIds = [access.userId ?? '', ...(pools?.delegators ?? []).map(({ id }) => id)];
      const named = request.rule.some(({ approvers }) => ownIds.some((id) => poolOf(approvers).among.has(id)));
      return [request.id, closed(snapshot, request, access, named)];
    }),
  );
}

type Approvers = StoredRequest['rule'][number]['approvers'];
const keyOf = (appId: string, approvers: Approvers) => `${appId} ${JSON.stringify(approvers)}`;

/** Whether a caller decides on an application's requests by their own rights. The application may be deleted. */
export function decidesOn(access: CallerAccess, { application, applicationExists }: StoredRequest): boolean {
  return applicationExists ? mayGrantIn(access, application.id) : access.can('grants.manage');
}

function open(
  request: StoredRequest,
  access: CallerAccess,
  pools: Pools,
  poolOf: (approvers: Approvers) => Pool,
): DecisionRights {
  const me = access.userId;
  const { rule, votes, user } = request;
  const inLicet = request.application.id === licetApplication;
  const heard = new Set(votes.flatMap((vote) => [vote.userId, vote.by.id]));
  const out = new Set([user.id, ...heard]);
  const owners = poolOf('owners');
  const looking = leftOf(owners, out).total > 0 ? owners : pools.administrators;
  const turn = rule.findIndex(({ needed }, index) => votes.filter(({ step }) => step === index + 1).length < needed);
  const steps = rule.map(({ approvers, needed }, index) => {
    const given = votes.filter(({ step }) => step === index + 1).length;
    const named = approvers === 'owners' ? looking : poolOf(approvers);
    const { able, owners: byOwners } = stillAble({ approvers, missing: needed - given }, named, looking, out);
    const mayVote = (id: string, itself: boolean) =>
      (approvers !== 'owners' && named.among.has(id) && (!inLicet || (itself && access.isAdmin))) ||
      (byOwners && (itself ? decidesOn(access, request) : !inLicet && owners.among.has(id)));
    const state = index < turn || turn < 0 ? 'done' : index === turn ? 'now' : 'later';
    const step: RequestStep = {
      state,
      needed,
      given,
      owners: approvers === 'owners',
      deciders: state === 'done' ? [] : able.first.slice(0, decidersListed),
      deciderCount: state === 'done' ? 0 : able.total,
    };
    return { step, mayVote };
  });
  const actingFor = [
    ...(me === null ? [] : [{ id: me, name: '' }]),
    ...pools.delegators.filter(({ id }) => id !== user.id),
  ];
  const concerned =
    steps.some(({ mayVote }) => actingFor.some(({ id }) => mayVote(id, id === me))) ||
    decidesOn(access, request) ||
    (me !== null && heard.has(me));
  const votesFor = actingFor.find(({ id }) => id !== user.id && !heard.has(id) && steps[turn]?.mayVote(id, id === me));
  const shared = {
    steps: steps.map(({ step }) => step),
    usualSeconds: pools.usual.get(request.appId) ?? null,
    concerned,
  };
  const ownSteps = steps.flatMap(({ mayVote }, index) => (me !== null && mayVote(me, true) ? [index + 1] : []));
  const base = {
    ...shared,
    decidesFor: null,
    undoUntil: null,
    votesFor: null,
    nextStep: turn + 1,
    ownSteps,
    decides: concerned,
  };
  // The operator owns the data, and may decide every request.
  if (me === null) return { ...base, mayDecide: access.actor?.kind === 'operator' ? 'yes' : 'not_a_decider' };
  if (me === user.id) return { ...base, mayDecide: 'own_request' };
  if (heard.has(me)) return { ...base, mayDecide: 'voted_already' };
  if (votesFor)
    return { ...base, mayDecide: 'yes', votesFor: votesFor.id, decidesFor: votesFor.id === me ? null : votesFor };
  // No approval by the viewer would count any more. Either a deputy has approved for the viewer, or the viewer has
  // approved for every user whose deputy they are.
  if (actingFor.some(({ id }) => heard.has(id) && steps[turn]?.mayVote(id, id === me)))
    return { ...base, mayDecide: 'voted_already' };
  return { ...base, mayDecide: concerned ? 'not_your_step' : 'not_a_decider' };
}

function closed({ at }: Snapshot, request: StoredRequest, access: CallerAccess, named: boolean): DecisionRights {
  const { decision, state, votes } = request;
  const heard = votes.some((vote) => vote.userId === access.userId || vote.by.id === access.userId);
  const decides = decidesOn(access, request) || (access.userId !== null && heard);
  const until = decision ? later(decision.at, limits.requestUndo.value) : '';
  const mayUndo =
    state === 'approved' && decision?.undone === null && decides && request.user.id !== access.userId && until > at;
  return {
    steps: [],
    usualSeconds: null,
    mayDecide: 'closed',
    decidesFor: null,
    votesFor: null,
    nextStep: 0,
    ownSteps: [],
    decides,
    concerned: decides || named,
    undoUntil: mayUndo ? until : null,
  };
}
