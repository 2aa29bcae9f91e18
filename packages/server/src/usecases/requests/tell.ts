import type { Gives } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { tellOfRequest } from '../../mail/waiting.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import { decidersOfTurn } from '../../store/requests/turn.ts';

/**
 * Tells those whose turn it is that a request waits. The first is told at once; what follows within a while is added to one mail, so that a
 * storm of requests is a few mails.
 * @param before the request as it was, where those whose turn it was then know of it already
 */
export async function tellDeciders(change: Change, request: StoredRequest, before?: StoredRequest): Promise<void> {
  const known = new Set(before && (await decidersOfTurn(change, before)));
  const deciders = await decidersOfTurn(change, request);
  return tellOfRequest(
    change,
    deciders.filter((id) => !known.has(id)),
    request,
  );
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

/** Tells whoever asked that an approval was taken back. */
export function tellUndone(change: Change, { user, asks, application, decision }: StoredRequest) {
  return queueMail(change, {
    to: [user.id],
    template: 'request_decided',
    data: {
      approved: false,
      undone: true,
      asks: called(decision?.gives ?? asks),
      application: application.name,
      by: decision?.undone?.by?.name ?? null,
      note: '',
      ends: null,
    },
  });
}

const called = ({ name, title }: Gives) => title || name;
