import { limits, type OwnData, type Page } from '@licet/contract';
import { originsOf } from '../../store/audit/event-origins.ts';
import { type EventQuery, listEvents } from '../../store/audit/events.ts';
import { credentialsOf } from '../../store/credentials/credentials.ts';
import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/memberships.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listMails } from '../../store/mail/list.ts';
import { commentsBy } from '../../store/requests/comments.ts';
import { listRequests } from '../../store/requests/list.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { streamOf } from '../access/stream.ts';
import { accessSummaries } from '../access/summaries.ts';
import { callerAccess } from '../authorise.ts';
import { type Caller, callerId } from '../context.ts';
import { shownRequest, sightOf } from '../requests/shown.ts';
import { requireUser } from '../require.ts';
import { answering } from '../use-case.ts';

/**
 * Everything that is held about oneself, as of one moment: no secrets, and of others no more than their names. Each piece is read by
 * itself: whoever takes their time reading, or reads no further, holds no connection of the database meanwhile.
 */
export const download = answering('me.download', async ({ database, caller, issuer }) => {
  const { connection: _, ...moment } = await readNow(database, async (snapshot) => snapshot);
  const ask: Ask = (work) => readNow(database, ({ connection }) => work({ connection, ...moment }));
  return streamOf<string>(async (give) => {
    for await (const line of linesOf(ask, moment, caller, issuer)) await give(`${JSON.stringify(line)}\n`);
  });
});

type Ask = <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>;

async function* linesOf(
  ask: Ask,
  { at, clock }: Pick<Snapshot, 'at' | 'clock'>,
  caller: Caller,
  issuer: string,
): AsyncGenerator<OwnData> {
  const { held, user } = await ask(async (snapshot) => ({
    held: await callerAccess(snapshot, caller),
    user: await requireUser(snapshot, callerId(caller)),
  }));
  const current = caller.kind === 'user' ? caller.sessionId : null;
  const mine = { view: 'mine', sight: sightOf(held), sort: 'asked' } as const;
  yield { kind: 'user', at, user };
  yield { kind: 'credentials', credentials: await ask(({ connection }) => credentialsOf(connection, user.id)) };
  for (const group of await ask((snapshot) => groupsOfUser(snapshot, user.id))) yield { kind: 'group', group };
  for (const access of await ask((snapshot) => accessSummaries(snapshot, issuer, user.id)))
    yield { kind: 'access', access };
  const granted = { principal: user.id, states: grantStates, sort: 'starts' } as const;
  for await (const grant of all((page) => ask((snapshot) => listGrants(snapshot, { ...granted, ...page }))))
    yield { kind: 'grant', grant };
  for await (const request of all((page) => ask((snapshot) => listRequests(snapshot, { ...mine, ...page }))))
    yield { kind: 'request', request: await ask((snapshot) => shownRequest(snapshot, request, held)) };
  for (const comment of await ask((snapshot) => commentsBy(snapshot, user.id))) yield { kind: 'comment', ...comment };
  for (const session of await ask((snapshot) => listSessions(snapshot, user.id, current)))
    yield { kind: 'session', session };
  const mails = { user: user.id, sort: 'queuedAt' } as const;
  for await (const mail of all((page) => ask((snapshot) => listMails(snapshot, { ...mails, ...page }))))
    yield { kind: 'mail', mail };
  // What is logged while it is read is left for the next time: else it might have no end.
  const log = { userId: user.id, to: clock, sort: 'at' } as const;
  for await (const signIn of all((page) => ask((snapshot) => listSignIns(snapshot, { ...log, ...page }))))
    yield { kind: 'signIn', signIn };
  const events = (about: { readonly target: string } | { readonly actor: string }) =>
    all((page) => ask((snapshot) => withOwnOrigins(snapshot, user.id, { ...about, sort: 'no', ...page })));
  for await (const event of events({ target: user.id })) yield { kind: 'event', event };
  for await (const { before: _, after: __, ...act } of events({ actor: user.id }))
    if (act.target.id !== user.id) yield { kind: 'act', act };
}

/** A page of events: from where a person acted is theirs to know, and from where others did is not. */
async function withOwnOrigins(snapshot: Snapshot, userId: string, query: EventQuery) {
  const found = await listEvents(snapshot, query);
  const own = found.items.flatMap(({ no, actor }) => (actor.id === userId ? [no] : []));
  const origins = await originsOf(snapshot.connection, own);
  return { ...found, items: found.items.map((event) => ({ ...event, origin: origins.get(event.no) ?? null })) };
}

const grantStates = ['scheduled', 'active', 'expired', 'revoked'] as const;

/** All items of a list, a page after the other. */
async function* all<Item>(
  pageOf: (page: { readonly cursor?: string; readonly limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | null | undefined;
  do {
    const page = await pageOf({ ...(cursor ? { cursor } : {}), limit: limits.pageMax.value });
    yield* page.items;
    cursor = page.next;
  } while (cursor);
}
