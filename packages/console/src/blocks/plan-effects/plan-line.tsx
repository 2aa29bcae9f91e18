import { adminRole, type Plan, type PlanEffect } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { client } from '../../session/client.ts';
import type { Effect } from '../../ui/effects.tsx';
import { formatList } from '../../ui/format.ts';
import { asProblem } from '../../ui/problem.ts';
import { Time } from '../../ui/time.tsx';
import { say } from '../say.tsx';
import { ShowMore } from '../show-more.tsx';
import type { PlannedChanges } from './use-plan.ts';
import { words } from './words.ts';

/** An effect and the plan that contains it. */
interface EffectInPlan {
  readonly effect: PlanEffect;
  readonly place: number;
  readonly digest: string;
  readonly changes: PlannedChanges;
}

const FIRST = 3;
/** Up to this number, the line names every holder. */
const ALL_NAMED = 8;

/**
 * The holders of an effect: all of them if there are not many, otherwise the first few on one line. A button then shows
 * all of them, page by page.
 */
function Holders(of: EffectInPlan): ReactNode {
  const [open, setOpen] = useState(false);
  const list = useId();
  const { holders, count } = of.effect;
  if (holders.length === count && count <= ALL_NAMED)
    return <div className="plan-holders">{formatList(holders.map(({ name }) => name))}</div>;
  const first = holders.slice(0, FIRST).map(({ name }) => name);
  return (
    <div className="plan-holders">
      {!open && <span>{words.names(first.join(', '), count - first.length)} </span>}
      <button type="button" className="link" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        {open ? words.fewerNames : words.allNames(count)}
      </button>
      {open && <All {...of} id={list} />}
    </div>
  );
}

function All({ effect, place, digest, changes, id }: EffectInPlan & { id: string }): ReactNode {
  const { holders, count } = effect;
  const query = useInfiniteQuery({
    queryKey: ['plans', 'holders', digest, place],
    queryFn: ({ pageParam, signal }) =>
      client.plans.holders({ body: { changes, digest, effect: place, after: pageParam }, signal }),
    initialPageParam: holders.length,
    getNextPageParam: (last) => last.next,
    // Fetch only on request, because the plan already contains the first holders. The key contains the digest, so that
    // a new plan does not show pages of an old one.
    enabled: false,
    gcTime: 0,
    retry: false,
  });
  const shown = [...holders, ...(query.data?.pages.flatMap(({ items }) => items) ?? [])];
  const more = {
    hasNextPage: shown.length < count,
    isFetchingNextPage: query.isFetching,
    fetchNextPage: () => (query.data ? query.fetchNextPage() : query.refetch()),
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul id={id} tabIndex={0} aria-label={words.allNames(count)}>
        {shown.map(({ kind, id: who, name, detail }) => (
          <li key={`${kind} ${who}`}>
            {name} {detail !== undefined && <span className="text-faint">{detail}</span>}
          </li>
        ))}
      </ul>
      {shown.length < count && digest === '' && <p className="text-faint">{words.shown(shown.length, count)}</p>}
      {query.error && <p role="alert">{asProblem(query.error).title}</p>}
      {shown.length < count && digest !== '' && <ShowMore query={more} text={words.shown(shown.length, count)} />}
    </>
  );
}

const kinds = {
  gains: 'gain',
  loses: 'lose',
  keeps: 'same',
  concerns: 'same',
  notListed: 'same',
  notCompared: 'same',
} as const;

/** Converts a line of a plan to an effect. Labels access that begins at the plan's instant as immediate. */
export function effectOf(line: PlanLine, { plan, changes }: { plan: Plan; changes: PlannedChanges }): Effect {
  const { id, side } = line;
  return {
    id,
    kind: kinds[side],
    what: <Sentence line={line} />,
    names: <More line={line} digest={plan.digest} changes={changes} />,
    word: wordOf(line, plan),
  };
}

/** Returns the line as a sentence, with its date if the effect begins later than the plan. */
export function sentenceOf(line: PlanLine, plan: Pick<Plan, 'at'>): ReactNode {
  return (
    <>
      <Sentence line={line} />
      {isLater(line, plan) && (
        <>
          , <Time at={line.effect.at} />
        </>
      )}
    </>
  );
}

/**
 * Returns the word at the end of the line, which tells when the effect begins. Effects with hidden details have none.
 */
function wordOf(line: PlanLine, plan: Plan): ReactNode {
  if (line.side === 'concerns') return undefined;
  if (isLater(line, plan)) return <Time at={line.effect.at} />;
  return line.side === 'keeps' ? undefined : words.atOnce;
}

const isLater = ({ side, effect }: PlanLine, plan: Pick<Plan, 'at'>) => side !== 'concerns' && effect.at !== plan.at;

function Sentence({ line: { side, effect, roles, permissions, everything } }: { line: PlanLine }): ReactNode {
  const [only] = permissions;
  const what = everything ? (
    words.everything
  ) : permissions.length > 1 ? (
    words.permissions(permissions.length)
  ) : only ? (
    <code>{only}</code>
  ) : (
    words.theRole(formatList(roles), roles.length)
  );
  const who = whoOf(effect);
  const sentence = words[side];
  return say(typeof sentence === 'string' ? sentence : sentence(effect.count), {
    who: <b>{'names' in who ? formatList(who.names) : words[who.kind](who.count)}</b>,
    what,
    application: effect.application?.name ?? words.anApplication,
  });
}

/** The details below the sentence: the permissions, their roles or path, and all holders. */
function More({ line, digest, changes }: { line: PlanLine; digest: string; changes: PlannedChanges }): ReactNode {
  const { side, effect, place, roles, permissions, everything, keptBy } = line;
  const isNamed = 'names' in whoOf(effect);
  return (
    <>
      {!everything && permissions.length > 1 && <Permissions names={permissions} />}
      {side === 'concerns' && <p>{words.concernsText}</p>}
      {side === 'notListed' && <p>{words.notListedText}</p>}
      {effect.notCompared && <p>{words.notComparedText[effect.notCompared]}</p>}
      {everything && <p>{words.everythingText}</p>}
      {!everything && permissions.length > 0 && roles.length > 0 && (
        <p>{words.withRole(formatList(roles), roles.length)}</p>
      )}
      {side === 'keeps' && <p>{wayOf(effect.keptBy, words.keptBy)}</p>}
      {keptBy && <p>{wayOf(keptBy, words.untilThen)}</p>}
      {!isNamed && effect.holders.length > 0 && (
        <Holders effect={effect} place={place} digest={digest} changes={changes} />
      )}
    </>
  );
}

function wayOf({ roles, permissions }: PlanEffect['keptBy'], by: typeof words.keptBy): string {
  const names = formatList(roles);
  if (roles.length === 0) return permissions.length > 0 ? by.alone : by.another;
  return permissions.length > 0 ? by.both(names, roles.length) : by.role(names, roles.length);
}

const SHOWN = 12;

function Permissions({ names }: { names: readonly string[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all || names.length <= SHOWN + 1 ? names : names.slice(0, SHOWN);
  return (
    <div className="plan-permissions">
      {shown.map((name, place) => (
        <Fragment key={name}>
          {place > 0 && ', '}
          <code>{name}</code>
        </Fragment>
      ))}
      {shown.length < names.length && ' '}
      {shown.length < names.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {words.morePermissions(names.length - shown.length)}
        </button>
      )}
    </div>
  );
}

/**
 * The access that some users and programs gain, lose or keep in an application. Three sides have no details:
 * - `concerns`: only the number of users is visible.
 * - `notListed`: there are too many effects to list.
 * - `notCompared`: the effects are unknown.
 */
export interface PlanLine {
  readonly id: string;
  readonly side: 'notCompared' | 'notListed' | 'gains' | 'loses' | 'concerns' | 'keeps';
  readonly effect: PlanEffect;
  /** The index of the effect in its plan. */
  readonly place: number;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The line contains every permission, because the role is admin. */
  readonly everything: boolean;
  /** For `loses` at a later instant: by what the access is kept until then. */
  readonly keptBy?: PlanEffect['keptBy'];
}

const order = ['notCompared', 'notListed', 'gains', 'loses', 'concerns', 'keeps'] as const;

/**
 * Converts effects to lines, sorted by `side` and then in the order of the plan. Effects that are not compared or not
 * listed come first, because the last lines are collapsed.
 */
export function linesOf({ effects }: Pick<Plan, 'effects'>): PlanLine[] {
  const lines = effects.flatMap((effect, place) => {
    const { gains, loses, keeps } = effect;
    const line = (side: PlanLine['side'], roles: readonly string[], permissions: readonly string[]): PlanLine => ({
      id: `${place} ${side}`,
      side,
      effect,
      place,
      roles,
      permissions,
      everything: roles.includes(adminRole),
    });
    const shown = [
      line('gains', gains.roles, gains.permissions),
      line('loses', loses.roles, loses.permissions),
      line('keeps', [], keeps),
    ].filter(({ roles, permissions }) => roles.length + permissions.length > 0);
    return shown.length > 0 ? shown : [line(unlistedSide(effect), [], [])];
  });
  return withLosses(lines).sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
}

/**
 * Combines what is kept now with its later loss. Two lines, “keeps” and “loses” the same permission, would contradict each other. The
 * line stays a loss at its own instant, so that every sum counts it and every list shows its date.
 */
function withLosses(lines: readonly PlanLine[]): PlanLine[] {
  // Only of effects whose holders are all listed: of others, the first ones can be equal and the rest different.
  const keyOf = ({ id, effect: { application, holders, count }, permissions }: PlanLine) =>
    holders.length === count ? JSON.stringify([application, holders.map((it) => it.id), permissions]) : id;
  const kept = new Map(lines.flatMap((line) => (line.side === 'keeps' ? [[keyOf(line), line]] : [])));
  const losses = new Map<PlanLine, PlanLine>();
  for (const line of lines) {
    const keeps = line.side === 'loses' ? kept.get(keyOf(line)) : undefined;
    if (keeps && keeps.effect.at < line.effect.at && !losses.has(keeps)) losses.set(keeps, line);
  }
  const keptBefore = new Map([...losses].map(([keeps, loss]) => [loss, keeps.effect.keptBy]));
  return lines.flatMap((line) => {
    if (losses.has(line)) return [];
    const keptBy = keptBefore.get(line);
    return [keptBy ? { ...line, keptBy } : line];
  });
}

const unlistedSide = ({ notListed, notCompared }: PlanEffect): PlanLine['side'] =>
  notCompared ? 'notCompared' : notListed ? 'notListed' : 'concerns';

/** Returns the lines that a later plan of the same changes no longer contains. */
export function lostLines(before: PlanOf, after: PlanOf): PlanLine[] {
  const keyIn = (plan: PlanOf) => (line: PlanLine) => {
    const { effect, side, roles, permissions, keptBy: before } = line;
    const { application, at, keptBy, count, holders } = effect;
    const holderIds = holders.map(({ id }) => id);
    return JSON.stringify([
      side,
      roles,
      permissions,
      application,
      at === plan.at || at,
      keptBy,
      count,
      holderIds,
      before,
    ]);
  };
  const later = new Set(linesOf(after).map(keyIn(after)));
  return linesOf(before).filter((line) => !later.has(keyIn(before)(line)));
}
type PlanOf = Pick<Plan, 'effects' | 'at'>;

/** Returns the names of an effect's holders. If there are more than a few, returns their number and kind. */
export function whoOf({ holders, count }: PlanEffect): { names: string[] } | { count: number; kind: HolderKind } {
  if (holders.length === count && count <= FEW) return { names: holders.map(({ name }) => name) };
  const programs = holders.filter(({ kind }) => kind === 'client').length;
  const all = holders.length === count;
  return { count, kind: all && programs === 0 ? 'people' : all && programs === count ? 'programs' : 'both' };
}
export type HolderKind = 'people' | 'programs' | 'both';
const FEW = 3;

/**
 * Returns how many users gain and how many lose access. Returns undefined unless all effects have the same application
 * and instant, because a user could otherwise be counted twice.
 */
export function sumsOf(plan: Pick<Plan, 'effects'>): { gain: number; lose: number } | undefined {
  const lines = linesOf(plan);
  const first = lines[0]?.effect;
  if (!first) return undefined;
  if (lines.some(({ effect: { at, application } }) => at !== first.at || application?.id !== first.application?.id))
    return undefined;
  if (lines.some(({ side, effect }) => uncounted.has(side) || effect.application === null)) return undefined;
  const sum = (counted: PlanLine['side']) =>
    lines.filter(({ side }) => side === counted).reduce((total, { effect }) => total + effect.count, 0);
  return { gain: sum('gains'), lose: sum('loses') };
}

/**
 * Returns how many people gain or keep access. Undefined if nobody does, if they are not all people, or if one could be
 * counted twice.
 */
export function peopleOf(plan: Pick<Plan, 'effects'>): number | undefined {
  const effects = plan.effects.filter(({ count }) => count > 0);
  if (sumsOf({ effects }) === undefined) return undefined;
  if (effects.some(({ holders }) => holders.some(({ kind }) => kind !== 'user'))) return undefined;
  return effects.reduce((sum, { count }) => sum + count, 0);
}

const uncounted: ReadonlySet<PlanLine['side']> = new Set(['concerns', 'notListed', 'notCompared']);

/**
 * Returns the reason why a button that makes the changes does nothing yet.
 * @param final whether the changes are irreversible, so that the button requires a plan
 */
export function idleBecause(
  { changes, plan, problem }: { changes: readonly unknown[]; plan: Plan | undefined; problem: unknown },
  final: boolean,
): 'asking' | 'unknown' | 'refused' | undefined {
  if (changes.length === 0) return undefined;
  if (plan) return plan.steps.every(({ refused }) => refused) ? 'refused' : undefined;
  if (problem === undefined) return 'asking';
  return final ? 'unknown' : undefined;
}
