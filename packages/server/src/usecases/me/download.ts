import { limits, type OwnData, type Page } from '@licet/contract';
import { type EventQuery, listEvents, originsOf } from '../../store/audit/events.ts';
import { credentialsOf } from '../../store/credentials/credentials.ts';
import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/groups.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listMails } from '../../store/mail/mails.ts';
import { listRequests } from '../../store/requests/list.ts';
import { commentsBy } from '../../store/requests/requests.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { findUser } from '../../store/users/users.ts';
import { accessSummaries } from '../access/read.ts';
import { streamOf } from '../access/stream.ts';
import { type CallerAccess, callerAccess } from '../authorise.ts';
import { type Context, callerId } from '../context.ts';
import { shownRequest, sightOf } from '../requests/read.ts';
import { answering } from '../use-case.ts';

/** All data that Licet holds about the caller. */
export const download = answering('me.download', async (asked) => {
  const { database, caller } = asked;
  const held = await readNow(database, (snapshot) => callerAccess(snapshot, caller));
  return dataOf(asked, { id: callerId(caller), held, session: caller.kind === 'user' ? caller.sessionId : null });
});

/**
 * The person whose data is read.
 * - `held`: the person's rights, which determine the requests in the data
 * - `session`: the session of the caller
 */
interface Whose {
  readonly id: string;
  readonly held: CallerAccess;
  readonly session: string | null;
}

/**
 * All data that Licet holds about a person, deleted or not, as of one moment. It contains no secrets, and other
 * people only by name. Each piece is a query of its own, so a slow or stalled reader holds no database connection.
 */
export async function dataOf({ database, issuer }: Pick<Context, 'database' | 'issuer'>, whose: Whose) {
  const { connection: _, ...moment } = await readNow(database, async (snapshot) => snapshot);
  const ask: Ask = (work) => readNow(database, ({ connection }) => work({ connection, ...moment }));
  return streamOf<string>(async (give) => {
    for await (const line of linesOf(ask, moment, whose, issuer)) await give(`${JSON.stringify(line)}\n`);
  });
}

type Ask = <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>;

async function* linesOf(
  ask: Ask,
  { at, clock }: Pick<Snapshot, 'at' | 'clock'>,
  { id, held, session: current }: Whose,
  issuer: string,
): AsyncGenerator<OwnData> {
  const user = await ask((snapshot) => findUser(snapshot, id));
  const mine = { view: 'mine', sight: sightOf(held), sort: 'asked' } as const;
  if (user) {
    yield { kind: 'user', at, user };
    yield { kind: 'credentials', credentials: await ask(({ connection }) => credentialsOf(connection, id)) };
    for (const group of await ask((snapshot) => groupsOfUser(snapshot, id))) yield { kind: 'group', group };
    for (const access of await ask((snapshot) => accessSummaries(snapshot, issuer, id)))
      yield { kind: 'access', access };
  }
  const granted = { principal: id, states: grantStates, sort: 'starts' } as const;
  for await (const grant of all((page) => ask((snapshot) => listGrants(snapshot, { ...granted, ...page }))))
    yield { kind: 'grant', grant };
  for await (const request of all((page) => ask((snapshot) => listRequests(snapshot, { ...mine, ...page }))))
    yield { kind: 'request', request: await ask((snapshot) => shownRequest(snapshot, request, held)) };
  for (const comment of await ask((snapshot) => commentsBy(snapshot, id))) yield { kind: 'comment', ...comment };
  for (const session of await ask((snapshot) => listSessions(snapshot, id, current)))
    yield { kind: 'session', session };
  const mails = { user: id, sort: 'queuedAt' } as const;
  for await (const mail of all((page) => ask((snapshot) => listMails(snapshot, { ...mails, ...page }))))
    yield { kind: 'mail', mail };
  // Lines that are logged during the read are left out, because the read might otherwise never end.
  const log = { userId: id, to: clock, sort: 'at' } as const;
  for await (const signIn of all((page) => ask((snapshot) => listSignIns(snapshot, { ...log, ...page }))))
    yield { kind: 'signIn', signIn };
  const events = (about: { readonly target: string } | { readonly actor: string }) =>
    all((page) => ask((snapshot) => withOwnOrigins(snapshot, id, { ...about, sort: 'no', ...page })));
  for await (const event of events({ target: id })) yield { kind: 'event', event: withoutUsernames(event) };
  for await (const { before: _, after: __, ...act } of events({ actor: id }))
    if (act.target.id !== id) yield { kind: 'act', act };
}

/** A page of events, with the origin only of those that the person caused. */
async function withOwnOrigins(snapshot: Snapshot, userId: string, query: EventQuery) {
  const found = await listEvents(snapshot, query);
  const own = found.items.flatMap(({ no, actor }) => (actor.id === userId ? [no] : []));
  const origins = await originsOf(snapshot.connection, own);
  return { ...found, items: found.items.map((event) => ({ ...event, origin: origins.get(event.no) ?? null })) };
}

/**
 * Removes usernames from the event of a hand-over, so that it has only the other person's name. The audit log names
 * that person as “name (username)”.
 */
function withoutUsernames<Told extends { readonly after: unknown }>(event: Told): Told {
  const { after } = event;
  if (typeof after !== 'object' || after === null) return event;
  const entries = Object.entries(after).map(([key, value]) => [
    key,
    handedOver.has(key) && typeof value === 'string' ? value.replace(/ \([^()]*\)$/, '') : value,
  ]);
  return { ...event, after: Object.fromEntries(entries) };
}

const handedOver = new Set(['handedBy', 'handedTo']);

const grantStates = ['scheduled', 'active', 'expired', 'revoked'] as const;

/** All items of a list, page by page. */
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
