import { tracingChannel } from 'node:diagnostics_channel';
import type { Call, CallId, CallOf } from '@licet/contract';
import type * as z from 'zod';
import { requireAdministrator } from '../store/administrators/administrators.ts';
import { type Change, change, type Next } from '../store/kernel/change.ts';
import { draft } from '../store/kernel/draft.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { read, type Snapshot } from '../store/kernel/snapshot.ts';
import { requireNoViolation } from '../store/separations/violations.ts';
import { actingOf, actorOf, authorise, type CallerAccess, requireSameApplication } from './authorise.ts';
import type { Context } from './context.ts';
import { requireFreshForLicet } from './credentials/fresh.ts';
import { turns } from './in-turn.ts';
import { firstParts, isKnownLarge, largeApart, rememberSize, slowAnswers } from './large-applications.ts';

type Output<C, K extends 'params' | 'query' | 'body'> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** The validated input of a call. */
export interface Input<C extends Call> {
  readonly params: Output<C, 'params'>;
  readonly query: Output<C, 'query'>;
  /** A text arrives in pieces while it is read. */
  readonly body: C extends { readonly bodyType: 'text/plain' } ? AsyncIterable<string> : Output<C, 'body'>;
  /** The version in `If-Match`, when one was sent. */
  readonly ifMatch: number | undefined;
  /** The number in `Last-Event-ID`, when one was sent (HTML Standard section 9.2.4). */
  readonly lastEventId?: number | undefined;
}

/** The answer of a call: the reply of the contract, the lines of a stream, or nothing. */
export type Reply<C extends Call> = C extends { readonly stream: 'application/octet-stream' | 'application/pdf' }
  ? AsyncIterable<Uint8Array>
  : C extends { readonly stream: string }
    ? AsyncIterable<string>
    : C extends { readonly reply: infer S extends z.ZodType }
      ? z.input<S>
      : undefined;

/** Everything that a use case gets: the input, the caller and their rights, and its environment. */
export interface Asked<Id extends CallId> extends Context, Input<CallOf<Id>> {
  readonly access: CallerAccess;
}

/** The implementation of a call of the contract. */
export interface UseCase<Id extends CallId = CallId> {
  readonly id: Id;
  perform(asked: Asked<Id>): Promise<Reply<CallOf<Id>>>;
}

/** A use case that makes one change, and can make it within another one or a draft. */
export interface Changing<Id extends CallId = CallId> extends UseCase<Id> {
  /** Authorises the caller and makes the change. Throws the same refusals as the call itself. */
  within(change: Change, asked: Asked<Id>): Promise<Reply<CallOf<Id>>>;
}

/** A use case that makes several changes, each with its own number and event. It can run within a plan. */
export interface ChangingInTurn<Id extends CallId = CallId> extends UseCase<Id> {
  /**
   * Authorises the caller and computes all changes in the transaction of the first change, then makes the other
   * changes one by one.
   */
  inTurn(next: Next, asked: Asked<Id>): Promise<Reply<CallOf<Id>>>;
}

type Answer<Id extends CallId> = Promise<Reply<CallOf<Id>> extends undefined ? void : Reply<CallOf<Id>>>;

/**
 * Returns a use case that answers from one snapshot: that of authorising its caller, or that of the query's `at`. Only
 * facts are consistent across statements, so anything else must be read by a single statement.
 */
export function reading<Id extends CallId>(
  id: Id,
  work: (asked: Asked<Id> & { readonly snapshot: Snapshot }) => Answer<Id>,
): UseCase<Id> {
  return answering(id, (asked) =>
    readNow(
      asked.database,
      async (snapshot) => {
        await requireSameApplication(snapshot, asked.access, id, asked.params);
        return work({ ...asked, snapshot });
      },
      instantIn(asked.query) ?? asked.access.moment,
    ),
  );
}

/**
 * Like {@link reading}, for answers that can take seconds.
 * @param inTurn the turns in which they are computed, if not those of other slow answers
 */
export function readingInTurn<Id extends CallId>(
  id: Id,
  work: (asked: Asked<Id> & { readonly snapshot: Snapshot }) => Answer<Id>,
  inTurn = othersInTurn,
): UseCase<Id> {
  const { perform } = reading(id, work);
  return answering(id, (asked) => inTurn(id, asked, (access) => perform({ ...asked, access }) as Answer<Id>));
}

const othersInTurn = turns({ shared: slowAnswers });

/** An answer of which the first part is done. */
export interface Begun<Id extends CallId> {
  /** Completes the answer on the same snapshot. */
  readonly rest: (asked: Asked<Id> & { readonly snapshot: Snapshot }) => Answer<Id>;
  /** Whether the rest can take long. */
  readonly isSlow: boolean;
  /** The size of the graph of roles that the first part read. */
  readonly size: number;
}

/**
 * Like {@link reading}, for answers about an application of which only some take long. If the rest can take long, it is
 * done in turn, and keeps no connection while it waits. In an application that is known as large, the whole answer is
 * computed in turn.
 * @param inTurn the turns of the rest in an application that is not large
 */
export function readingInParts<Id extends CallId>(
  id: Id,
  begin: (asked: Asked<Id> & { readonly snapshot: Snapshot }) => Promise<Begun<Id>>,
  inTurn = othersInTurn,
): UseCase<Id> {
  const first: typeof begin = async (asked) => {
    const begun = await begin(asked);
    rememberSize(asked, begun.size);
    return begun;
  };
  const whole = reading(id, (asked) => first(asked).then(({ rest }) => rest(asked)) as Answer<Id>);
  const now = (asked: Asked<Id>) =>
    readNow(
      asked.database,
      async (snapshot) => {
        await requireSameApplication(snapshot, asked.access, id, asked.params);
        const begun = { ...(await first({ ...asked, snapshot })), moment: momentOf(snapshot) };
        return { ...begun, reply: begun.isSlow ? undefined : await begun.rest({ ...asked, snapshot }) };
      },
      instantIn(asked.query) ?? asked.access.moment,
    );
  // An application can become known as large while a call waits.
  const unlessLarge = async (asked: Asked<Id>) => (isKnownLarge(asked) ? undefined : now(asked));
  return answering(id, (asked) => {
    const answer = async () => {
      const begun = await firstParts(id, asked, (access) => unlessLarge({ ...asked, access }));
      if (begun && !begun.isSlow) return begun.reply;
      // A call that waits begins again instead of keeping much data.
      if (!begun || begun.size > keptUpTo)
        return largeApart(inTurn)<unknown>(id, asked, (access) => whole.perform({ ...asked, access }));
      const { rest, moment } = begun;
      return inTurn<unknown>(id, asked, (access) =>
        readNow(asked.database, (snapshot) => rest({ ...asked, access, snapshot }), moment),
      );
    };
    return answer() as Answer<Id>;
  });
}

/** Roles and inclusions that take about 150 kB of memory. */
const keptUpTo = 2000;

/** The snapshot without its connection, for a later part of the same answer. */
const momentOf = ({ connection: _, ...moment }: Snapshot): Omit<Snapshot, 'connection'> => moment;

/** Like {@link reading}, but in one transaction. It is for statements that need one consistent view of more than facts. */
export function readingTogether<Id extends CallId>(
  id: Id,
  work: (asked: Asked<Id> & { readonly snapshot: Snapshot }) => Answer<Id>,
): UseCase<Id> {
  return answering(id, (asked) =>
    read(asked.database, (snapshot) => work({ ...asked, snapshot }), instantIn(asked.query)),
  );
}

/**
 * A use case that makes one change. The caller is authorised again under the writer lock, in the transaction of the
 * change, so two simultaneous changes cannot both pass a check that only one of them may pass.
 */
export function changing<Id extends CallId>(
  id: Id,
  work: (asked: Asked<Id> & { readonly change: Change }) => Answer<Id>,
): Changing<Id> {
  return {
    ...answering(id, (asked) => changeAs(id, asked, work)),
    within: (change, asked) => decided(id, asked, change, work) as ReturnType<Changing<Id>['within']>,
  };
}

/** A use case that opens its own snapshot or transaction. */
export function answering<Id extends CallId>(id: Id, work: (asked: Asked<Id>) => Answer<Id>): UseCase<Id> {
  return { id, perform: work as UseCase<Id>['perform'] };
}

/** Makes the change of a use case that also does something else. */
export function changeAs<
  Given extends Pick<Asked<CallId>, 'database' | 'caller' | 'origin' | 'access' | 'params'>,
  Result,
>(
  id: CallId,
  asked: Given,
  work: (asked: Given & { readonly change: Change }) => Promise<Result>,
  dryRun = false,
): Promise<Result> {
  const { database, caller } = asked;
  return change(
    database,
    actingOf(asked),
    async (handle) => {
      const result = await decided(id, asked, handle, work);
      if (!dryRun) await requireFreshForLicet(handle, caller);
      return result;
    },
    dryRun,
  );
}

/** Computes what a change of a use case would do: it is made on a draft, which blocks no other change. */
export function draftAs<Given extends Pick<Asked<CallId>, 'database' | 'caller' | 'access' | 'params'>, Result>(
  id: CallId,
  asked: Given,
  work: (asked: Given & { readonly change: Change }) => Promise<Result>,
): Promise<Result> {
  return draft(asked.database, actorOf(asked.access), async (handle) => {
    const result = await decided(id, asked, handle, work);
    await requireAdministrator(handle);
    return result;
  });
}

/** Authorises the caller within a change, does the work of the call, and then checks the separation rules. */
export async function decided<Given extends Pick<Asked<CallId>, 'caller' | 'access' | 'params'>, Result>(
  id: CallId,
  asked: Given,
  change: Change,
  work: (asked: Given & { readonly change: Change }) => Promise<Result>,
): Promise<Result> {
  const access = await authorise(change, asked.caller, id, asked.params);
  const result = await work({ ...asked, change, access });
  await requireNoViolation(change, (keys) => access.can('access.read') || keys.every((key) => access.owns.has(key)));
  return result;
}

function instantIn(query: unknown): string | undefined {
  return typeof query === 'object' && query !== null && 'at' in query && typeof query.at === 'string'
    ? query.at
    : undefined;
}

/** A call of the contract that is carried out. */
export interface CallMade {
  readonly id: CallId;
}

/** Publishes every call from its beginning to its end; without a subscriber the cost is negligible. */
export const callsMade = tracingChannel<CallMade, CallMade>('licet.call');
