import { type AccessSummary, type Home, pageOfClients } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { endingClientKeys } from '../../store/applications/client-keys.ts';
import { webClients } from '../../store/applications/clients.ts';
import { listEvents } from '../../store/audit/events.ts';
import { markSeen, seenUntil } from '../../store/audit/seen.ts';
import { later } from '../../store/kernel/instants.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { counts, guideFacts, isGuarding } from '../../store/licet/home.ts';
import { countHeld } from '../../store/mail/mails.ts';
import { recentRequests } from '../../store/requests/list.ts';
import { signInHealth } from '../../store/users/list.ts';
import { countDeletionsAsked } from '../../store/users/users.ts';
import { accessSummaries } from '../access/read.ts';
import type { CallerAccess } from '../authorise.ts';
import { callerId } from '../context.ts';
import { endingSightOf, endingSoon } from '../endings/read.ts';
import { shownRequests, waitingRequests } from '../requests/read.ts';
import { answering, readingTogether } from '../use-case.ts';

/**
 * Returns the data of the start page: the caller's applications, and what needs attention, as far as they may see it.
 */
export const home = readingTogether('me.home', async ({ snapshot, access, caller, issuer }) => {
  const userId = callerId(caller);
  const seesAll = access.can('users.read') && access.can('groups.read') && access.can('applications.read');
  return {
    applications: await withPages(snapshot, await accessSummaries(snapshot, issuer, userId)),
    counts: seesAll ? await counts(snapshot) : null,
    ending: await endingSoon(snapshot, endingSightOf(access), shownEnding),
    ...(await requestsOf(snapshot, access, userId)),
    latest: access.can('audit.read') ? (await listEvents(snapshot, { limit: shownEvents })).items : [],
    seen: access.can('audit.read') ? await seenUntil(snapshot.connection, userId) : null,
    mailsHeld: access.can('settings.manage') ? await countHeld(snapshot.connection) : null,
    deletionsAsked: access.can('users.manage') ? await countDeletionsAsked(snapshot) : null,
    endingKeys: await endingKeys(snapshot, access),
    health: access.can('users.read') ? await signInHealth(snapshot) : null,
    guide: access.isAdmin ? await guide(snapshot) : null,
  } satisfies Home;
});

/** Marks changes as seen. Only the caller's own count depends on it, so the chain gets no event. */
export const markSeenChanges = answering('me.markSeen', async ({ database, caller, body: { no } }) => {
  const seen = await markSeen(poolOf(database), callerId(caller), no);
  return { seen: seen ?? refuse('not_found', 'event_unknown', { event: no }) };
});

const shownEvents = 8;
const shownEnding = 10;
const requestsShown = 5;
const rememberedDays = 14;

/** Requests that wait for the caller, oldest first because they have waited longest, and the caller's own. */
async function requestsOf(
  snapshot: Snapshot,
  access: CallerAccess,
  userId: string,
): Promise<Pick<Home, 'waiting' | 'requests'>> {
  const { items, total } = await waitingRequests(snapshot, access, requestsShown);
  const own = await recentRequests(snapshot, userId, later(snapshot.at, -rememberedDays * 86_400), requestsShown);
  const shown = await shownRequests(snapshot, [...items, ...own], access);
  return { waiting: { items: shown.slice(0, items.length), total }, requests: shown.slice(items.length) };
}

/** Adds the page of each application. */
async function withPages(snapshot: Snapshot, items: readonly AccessSummary[]): Promise<Home['applications']> {
  const clients = await webClients(
    snapshot,
    items.map(({ application }) => application.id),
  );
  return items.map((item) => ({
    ...item,
    page: pageOfClients(clients.filter(({ application }) => application === item.application.id)) ?? null,
  }));
}

async function endingKeys(snapshot: Snapshot, access: CallerAccess): Promise<Home['endingKeys']> {
  const managesAll = access.can('applications.manage');
  if (!managesAll && access.owns.size === 0) return [];
  return endingClientKeys(snapshot, managesAll ? undefined : [...access.owns], shownEnding);
}

/**
 * Progress through the first steps, from present data, so it does not matter who did them. Undefined once an
 * application is in use.
 */
async function guide(snapshot: Snapshot): Promise<Home['guide']> {
  if (await isGuarding(snapshot)) return null;
  const { application, grant, ...done } = await guideFacts(snapshot);
  return { application, grant, ...done };
}
