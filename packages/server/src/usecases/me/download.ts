import { limits, type OwnData, type Page } from '@licet/contract';
import { listEvents } from '../../store/audit/events.ts';
import { credentialsOf } from '../../store/credentials/credentials.ts';
import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/memberships.ts';
import { read, type Snapshot } from '../../store/kernel/snapshot.ts';
import { listMails } from '../../store/mail/list.ts';
import { listRequests } from '../../store/requests/list.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { streamOf } from '../access/stream.ts';
import { accessSummaries } from '../access/summaries.ts';
import { type CallerAccess, callerAccess } from '../authorise.ts';
import { type Caller, callerId } from '../context.ts';
import { shownRequest, sightOf } from '../requests/shown.ts';
import { requireUser } from '../require.ts';
import { answering } from '../use-case.ts';

/** Everything that is held about oneself, from one snapshot: no secrets, and of others no more than their names. */
export const download = answering('me.download', async ({ database, caller, issuer }) =>
  streamOf<string>((give) =>
    read(database, async (snapshot) => {
      const held = await callerAccess(snapshot, caller);
      for await (const line of linesOf(snapshot, held, caller, issuer)) await give(`${JSON.stringify(line)}\n`);
    }),
  ),
);

async function* linesOf(
  snapshot: Snapshot,
  held: CallerAccess,
  caller: Caller,
  issuer: string,
): AsyncGenerator<OwnData> {
  const user = await requireUser(snapshot, callerId(caller));
  const current = caller.kind === 'user' ? caller.sessionId : null;
  const mine = { view: 'mine', sight: sightOf(held), sort: 'asked' } as const;
  yield { kind: 'user', at: snapshot.at, user };
  yield { kind: 'credentials', credentials: await credentialsOf(snapshot.connection, user.id) };
  for (const group of await groupsOfUser(snapshot, user.id)) yield { kind: 'group', group };
  for (const access of await accessSummaries(snapshot, issuer, user.id)) yield { kind: 'access', access };
  const granted = { principal: user.id, states: grantStates, sort: 'starts' } as const;
  for await (const grant of all((page) => listGrants(snapshot, { ...granted, ...page })))
    yield { kind: 'grant', grant };
  for await (const request of all((page) => listRequests(snapshot, { ...mine, ...page })))
    yield { kind: 'request', request: shownRequest(request, held) };
  for (const session of await listSessions(snapshot, user.id, current)) yield { kind: 'session', session };
  for await (const mail of all((page) => listMails(snapshot, { user: user.id, sort: 'queuedAt', ...page })))
    yield { kind: 'mail', mail };
  const log = { userId: user.id, sort: 'at' } as const;
  for await (const signIn of all((page) => listSignIns(snapshot, { ...log, ...page })))
    yield { kind: 'signIn', signIn };
  const events = (about: { readonly target: string } | { readonly actor: string }) =>
    all((page) => listEvents(snapshot, { ...about, sort: 'no', ...page }));
  for await (const event of events({ target: user.id })) yield { kind: 'event', event };
  for await (const { before: _, after: __, ...act } of events({ actor: user.id }))
    if (act.target.id !== user.id) yield { kind: 'act', act };
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
