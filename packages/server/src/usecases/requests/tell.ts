import { type Gives, limits } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { tellInOne } from '../../mail/tell-in-one.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import { decidersOfTurn } from '../../store/requests/turn.ts';

/**
 * Tells those whose turn it is that a request waits. The first is told at once; what follows within a while is added to one mail, so that a
 * storm of requests is a few mails.
 */
export async function tellDeciders(change: Change, request: StoredRequest): Promise<void> {
  const { id, user, asks, application, seconds } = request;
  const deciders = await decidersOfTurn(change, request);
  const item = { id, user: user.name, asks: called(asks), application: application.name, seconds };
  await tellInOne(change, {
    to: deciders,
    template: 'requests_waiting',
    data: { requests: [item], more: 0 },
    list: 'requests',
    item,
    most: limits.requestsInMail.value,
    every: limits.requestMailEvery.value,
  });
}

/** Tells whoever asked what was decided. */
export function tellDecided(change: Change, { user, asks, application, state, decision }: StoredRequest) {
  const approved = state === 'approved';
  return queueMail(change, {
    to: [user.id],
    template: 'request_decided',
    data: {
      approved,
      asks: called((approved && decision?.gives) || asks),
      application: application.name,
      by: decision?.by?.name ?? null,
      note: decision?.note ?? '',
      ends: decision?.ends ?? null,
    },
  });
}

const called = ({ name, title }: Gives) => title || name;
