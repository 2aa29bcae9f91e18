import type { Gives } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { tellOfRequest } from '../../mail/tell-in-one.ts';
import type { Change } from '../../store/kernel/change.ts';
import { decidersOfTurn } from '../../store/requests/pools.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';

/**
 * Notifies the current approvers that a request waits. The first request is mailed immediately; later ones within a
 * while share one mail.
 * @param before the earlier request, whose approvers know of it already
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

/** Mails the requester the decision. */
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

/** Mails the requester that an approval was taken back. */
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
