import { limits } from '@licet/contract';
import type { JobsQueue } from '../store/jobs/jobs.ts';
import type { StoredRequest } from '../store/requests/requests.ts';
import { tellInOne } from './tell-in-one.ts';

/**
 * Mails approvers that a request waits for them; following requests within a while are added to one mail, so that a
 * storm of requests is a few mails.
 */
export function tellOfRequest(queue: JobsQueue, to: readonly string[], request: StoredRequest): Promise<void> {
  const { id, user, asks, application, seconds } = request;
  const item = { id, user: user.name, asks: asks.title || asks.name, application: application.name, seconds };
  return tellInOne(queue, {
    to,
    template: 'requests_waiting',
    data: { requests: [item], more: 0 },
    list: 'requests',
    item,
    most: limits.requestsInMail.value,
    every: limits.requestMailEvery.value,
  });
}
