import type { Difference, DifferenceMoment, Page, Principal } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findEvents } from '../audit/events.ts';
import { present, withNameNow } from '../kernel/facts.ts';
import { byId, byName, type ListQuery } from '../kernel/lists.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { changeSetsOf } from '../plan/applied.ts';
import { applicationsOf } from '../plan/who.ts';
import { reviewsOf } from '../reviews/rows.ts';
import { type Differing, differing, type Scope } from './differing.ts';
import { GrantsHeld } from './grants.ts';
import { type Moment, Moments } from './moments.ts';
import { Reading, TooMuch } from './reading.ts';

/**
 * Returns a page of users and programs whose access differs between `from` and `to`, sorted by name. If `events` is
 * set, includes the audit events of the changes.
 * @throws Refusal `invalid_cursor`, `too_large`
 */
export async function listDifferences(
  from: Snapshot,
  to: Snapshot,
  scope: Scope,
  query: ListQuery & { readonly events: boolean },
): Promise<Page<Difference>> {
  try {
    return await listed(from, to, scope, query);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return refuse('too_large', 'differences_too_large', {});
  }
}

async function listed(
  from: Snapshot,
  to: Snapshot,
  scope: Scope,
  query: ListQuery & { readonly events: boolean },
): Promise<Page<Difference>> {
  const found = await differing(from, to, scope);
  const named = 'id' in scope ? `${scope.kind} ${scope.id}` : `${scope.kind} ${scope.application}`;
  const people = (limit: number | undefined) =>
    page<PersonRow>(
      to,
      {
        name: `differences ${named} ${from.asOf}`,
        select: sql`h.kind, h.id, h.name, h.detail, h.name_now as "nameNow"`,
        alias: 'h',
        from: sql`(${holders(to, [...found.keys()])}) h`,
        where: [],
        order: orderOf({ name: [byName('h.name'), byId('h.id')] }, query.sort),
      },
      { ...query, limit },
    );
  const asked = await people(query.limit);
  const applications = await applicationsOf(
    to,
    asked.items.flatMap(({ id }) => found.get(id)?.map(({ application }) => application) ?? []),
  );
  const reading = new Reading();
  const moments = new Moments(from, to, reading);
  const lines: Line[] = [];
  let complete = 0;
  for (const person of asked.items) {
    const theirs = await linesOf(person, found.get(person.id) ?? [], {
      from,
      to,
      moments,
      reading,
      applications,
    }).catch(
      // This person did not fit, so the next page begins with them.
      (error: unknown) => (error instanceof TooMuch && complete > 0 ? undefined : Promise.reject(error)),
    );
    if (!theirs) break;
    lines.push(...theirs);
    complete += 1;
  }
  const holdersRead = complete < asked.items.length ? await people(complete) : asked;
  return {
    ...holdersRead,
    items: query.events ? await withEvents(to, lines) : lines.map((line) => withoutEvents(line)),
  };
}

interface Around {
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly moments: Moments;
  readonly reading: Reading;
  readonly applications: Awaited<ReturnType<typeof applicationsOf>>;
}

/** The differences of one user or program, with the grants behind them. @throws TooMuch */
async function linesOf(
  { detail, nameNow, ...person }: PersonRow,
  differences: readonly Differing[],
  { from, to, moments, reading, applications }: Around,
): Promise<Line[]> {
  const holder = withNameNow(to.asOf === undefined ? person : { ...person, nameNow });
  const lines: Line[] = [];
  for (const line of differences) {
    const [had, has] = [
      await GrantsHeld.at(from, person.id, line.application, reading),
      await GrantsHeld.at(to, person.id, line.application, reading),
    ];
    const before = had.ends();
    const traced: TracedMoment[] = [];
    for (const moment of await moments.of(person.id, line)) {
      for (const { roles, permissions } of [moment.gains, moment.loses, moment.moves]) reading.list(roles, permissions);
      traced.push({
        ...moment,
        gainedBy: await has.giving(moment.gains),
        lostFrom: await had.giving(moment.loses),
        movedBy: await has.lasting(moment.moves, before),
      });
    }
    lines.push({
      holder: detail === null ? holder : { ...holder, detail },
      application: applications.get(line.application) ?? { id: '', name: '' },
      moments: traced,
    });
  }
  return lines;
}

interface PersonRow extends Omit<Principal, 'detail'> {
  readonly detail: string | null;
}

type TracedMoment = Moment & Pick<DifferenceMoment, 'gainedBy' | 'lostFrom' | 'movedBy'>;
type Line = Omit<Difference, 'moments'> & { readonly moments: readonly TracedMoment[] };

const momentOf = (moment: TracedMoment, event: DifferenceMoment['event']): DifferenceMoment => {
  const { at, change, gains, loses, moves, gainedBy, lostFrom, movedBy } = moment;
  const lists = ({ roles, permissions }: Moment['gains']) => ({ roles: [...roles], permissions: [...permissions] });
  return {
    at,
    change,
    gains: lists(gains),
    loses: lists(loses),
    moves: lists(moves),
    gainedBy,
    lostFrom,
    movedBy,
    event,
  };
};

const withoutEvents = ({ moments, ...line }: Line): Difference => ({
  ...line,
  moments: moments.map((moment) => momentOf(moment, null)),
});

async function withEvents(snapshot: Snapshot, lines: readonly Line[]): Promise<Difference[]> {
  const numbers = new Set(lines.flatMap(({ moments }) => moments.flatMap(({ change }) => change ?? [])));
  const sets = await changeSetsOf(snapshot, [...numbers]);
  const reviews = await reviewsOf(snapshot, [...numbers]);
  const events = new Map(
    (await findEvents(snapshot, [...numbers])).map((event) => [
      event.no,
      { ...event, changeSet: sets.get(event.no) ?? null, review: reviews.get(event.no) ?? null },
    ]),
  );
  return lines.map(({ moments, ...line }) => ({
    ...line,
    moments: moments.map((moment) => momentOf(moment, events.get(moment.change ?? 0) ?? null)),
  }));
}

/**
 * Selects users and programs with their current name, and with their name at the snapshot or the last one before it.
 */
const holders = ({ no }: Snapshot, ids: readonly string[]) => {
  const these = sql`= any(${ids}::uuid[])`;
  return sql`
    (select distinct on (u.id) 'user' as kind, u.id, u.name, u.username as detail,
      (select n.name from users n where n.id = u.id and ${present('n')}) as name_now
    from users u where u.id ${these} and u.no_from <= ${no} order by u.id, u.no_to desc)
    union all
    (select distinct on (c.id) 'client', c.id, c.name, a.key, (select n.name from clients n where n.id = c.id and ${present('n')})
    from clients c join applications a on a.id = c.app_id and a.no_from <= ${no}
    where c.id ${these} and c.no_from <= ${no} order by c.id, c.no_to desc, a.no_to desc)`;
};
