import type { HandOver, Plan, User, UserDuties } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { type FoundOption, findPeople } from '../../blocks/find.ts';
import { keptBy } from '../../blocks/plan-effects/plan-effects.tsx';
import type { PlannedChanges } from '../../blocks/plan-effects/use-plan.ts';
import { undoSet } from '../../blocks/undo.ts';
import { client } from '../../session/client.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { formatList } from '../../ui/format.ts';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { handOverWords as words } from './ending-words.ts';
import { userDuties } from './queries.ts';
import '../../ui/section.css';
import './users.css';

/** A dialog section that lists a user's duties, and the hand-over that the viewer chose in it. */
export interface HandingOver {
  readonly section: (plan: Plan | undefined) => ReactNode;
  /** The hand-over; undefined until a user is chosen. */
  readonly to: HandOver | undefined;
  /** The change that hands the duties over; empty until a user is chosen. */
  readonly changes: PlannedChanges;
  /** Returns the title of the hand-over in the plan; undefined for other changes. */
  readonly called: (changes: PlannedChanges, place: number) => string | undefined;
  /** The text shown while the plan is computed; undefined until a user is chosen. */
  readonly waits: string | undefined;
}

/** Loads the duties of a user and offers to hand them over to another user. */
export function useHandOver(user: User | undefined): HandingOver {
  const duties = useQuery({ ...userDuties(user?.id ?? ''), enabled: user !== undefined });
  const [chosen, setChosen] = useState<FoundOption | null>(null);
  const parts = duties.data && partsOf(duties.data);
  const to = chosen && parts ? { to: chosen.id, parts } : undefined;
  return {
    to,
    changes: user && to ? [{ call: 'users.handOver', params: { user: user.id }, body: to }] : [],
    called: (changes, place) =>
      chosen && changes[place]?.call === 'users.handOver' ? words.handing(chosen.label) : undefined,
    waits: to && words.waits,
    section: (plan) =>
      user && (
        <LeftBehind
          duties={duties.data}
          problem={duties.error}
          chosen={chosen}
          kept={keptBy(plan)}
          {...(parts && { onChoose: setChosen })}
          user={user}
        />
      ),
  };
}

/** Hands over the duties of a user without changing the user. */
export function HandOverDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const { changes, section, to, waits } = useHandOver(user);
  return (
    <ConfirmDialog
      title={words.dialogTitle(user.name)}
      action={words.action}
      changes={changes}
      waits={waits}
      {...(to === undefined && { idle: words.choose })}
      run={async (plan) => {
        if (!plan) return false;
        return client.plans.apply({ body: { changes, digest: plan.digest } });
      }}
      done={words.done(user.name)}
      undo={({ last }) => ({ run: () => undoSet(last), done: words.undone(user.name) })}
      onClose={onClose}
    >
      {section}
    </ConfirmDialog>
  );
}

/** The duties that the viewer may hand over; undefined if there are none. */
export function partsOf({ applications, roles, reviews }: UserDuties): HandOver['parts'] {
  const some = (
    { count, items, mayHandOver }: UserDuties['applications'] | UserDuties['roles'],
    ids: readonly string[],
  ): 'all' | string[] | undefined =>
    count === 0 || (!mayHandOver && ids.length === 0)
      ? undefined
      : mayHandOver && items.length === count
        ? 'all'
        : [...ids];
  const parts = {
    applications: some(
      applications,
      applications.items.flatMap(({ application, mayHandOver }) => (mayHandOver ? [application.id] : [])),
    ),
    roles: some(
      roles,
      roles.items.flatMap(({ role, mayHandOver }) => (mayHandOver ? [role.id] : [])),
    ),
    reviews: reviews.count > 0 && reviews.mayHandOver ? ('all' as const) : undefined,
  };
  return parts.applications || parts.roles || parts.reviews ? parts : undefined;
}

function LeftBehind({
  duties,
  problem,
  chosen,
  kept,
  onChoose,
  user,
}: {
  duties: UserDuties | undefined;
  problem: unknown;
  chosen: FoundOption | null;
  kept: ReadonlySet<string>;
  onChoose?: (chosen: FoundOption | null) => void;
  user: User;
}): ReactNode {
  if (!duties) return problem ? <ProblemNote problem={asProblem(problem)} /> : <SkeletonLines lines={2} />;
  const effects = linesOf(duties, chosen?.label, kept);
  if (effects.length === 0) return <p className="text-muted">{words.nothing}</p>;
  return (
    <section className="left-behind" aria-label={words.title}>
      <div className="section-head">
        <h3>{words.title}</h3>
      </div>
      <Effects effects={effects} />
      {onChoose && (
        <ComboBox
          label={words.to}
          hint={words.toHint}
          value={chosen}
          load={findPeople}
          onChange={(next) => onChoose(next?.id === user.id ? null : next)}
        />
      )}
    </section>
  );
}

/**
 * Returns one line for each kind of duty.
 * @param to the name of the new user
 * @param kept the roles that still name the former user as approver
 */
function linesOf(duties: UserDuties, to: string | undefined, kept: ReadonlySet<string>): Effect[] {
  const { applications, roles, reviews, deputyFor, programs, sets } = duties;
  const handed = (id: string, what: string, of: UserDuties['applications' | 'roles' | 'reviews'], names: string[]) => ({
    ...line(id, to !== undefined && of.mayHandOver ? 'same' : 'lose', what, listed(names, of.count)),
    word: of.mayHandOver ? to && words.goesTo(to) : words.notYours,
  });
  const stays = ({ role, application }: UserDuties['roles']['items'][number]) =>
    to !== undefined && kept.has(`${application.id}/${role.name}`);
  const noneGoes = roles.items.length === roles.count && roles.items.every(stays);
  const lines: [count: number, effect: Effect][] = [
    [duties.lastAdministrator ? 1 : 0, line('last', 'lose', words.last, words.lastThen)],
    [
      applications.count,
      handed(
        'applications',
        words.owns(applications.count),
        applications,
        applications.items.map(({ application: { name }, otherOwners }) =>
          otherOwners > 0 ? name : words.noOther(name),
        ),
      ),
    ],
    [
      roles.count,
      {
        ...handed(
          'roles',
          words.decides(roles.count),
          roles,
          roles.items.map((item) => {
            const name = words.role(item.role.name, item.application.name);
            return stays(item) ? words.staysNamed(name) : name;
          }),
        ),
        ...(noneGoes && { word: undefined }),
      },
    ],
    [
      reviews.count,
      handed(
        'reviews',
        words.reviews(reviews.count),
        reviews,
        reviews.items.map(({ review }) => review.name),
      ),
    ],
    [duties.waiting, line('waiting', 'same', words.waiting(duties.waiting), words.waitingThen)],
    [
      duties.requests.count,
      line(
        'requests',
        'lose',
        words.requests(duties.requests.count),
        listed(
          duties.requests.items.map(({ asks, application }) => words.role(asks.name, application.name)),
          duties.requests.count,
        ),
      ),
    ],
    [
      deputyFor.count,
      line(
        'deputy',
        'lose',
        words.deputyFor(deputyFor.count),
        words.deputyThen(
          listed(
            deputyFor.items.map(({ user }) => user.name),
            deputyFor.count,
          ) ?? '',
        ),
      ),
    ],
    [
      programs.count,
      line(
        'programs',
        'same',
        words.programs(programs.count),
        words.programsThen(
          listed(
            programs.items.map(({ program }) => program.name),
            programs.count,
          ) ?? '',
        ),
      ),
    ],
    [sets.count, line('sets', 'same', words.sets(sets.count), words.setsThen(listed(sets.items, sets.count) ?? ''))],
  ];
  return lines.flatMap(([count, effect]) => (count > 0 ? [effect] : []));
}

const line = (id: string, kind: Effect['kind'], what: string, names: string | undefined): Effect => ({
  id,
  kind,
  what,
  names,
});

const SHOWN = 6;

/** Lists the first names and the number of the others. Undefined without names, because the viewer may not see them. */
function listed(names: readonly string[], count: number): string | undefined {
  if (names.length === 0) return undefined;
  const first = names.slice(0, SHOWN);
  return formatList(count > first.length ? [...first, words.more(count - first.length)] : first);
}
