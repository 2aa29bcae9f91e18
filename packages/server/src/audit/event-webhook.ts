import type { Outgoing } from '../outgoing/outgoing.ts';
import { webhookHeaders } from '../outgoing/webhook-headers.ts';
import type { SendEvents } from './event-feed.ts';
import type { Webhook } from './places.ts';

/** The feed of the webhook that receives every change. */
export const webhookFeed = 'webhook';

/** Posts changes to a webhook, signed as Standard Webhooks. */
export function toWebhook(outgoing: Outgoing, { url, secret }: Webhook): SendEvents {
  return async (events, from, signal) => {
    const last = events.at(-1);
    // Numbers repeat after a restore: the hash distinguishes them for a collector that skips known ids.
    const id = `audit-events-${from + 1}-${last?.no}-${last?.hash.slice(0, 16)}`;
    const body = JSON.stringify({ type: 'audit.events', id, events });
    const headers = webhookHeaders(secret, id, body);
    const { status } = await outgoing(url, { method: 'POST', headers, body, redirect: 'error', signal });
    if (status >= 300)
      throw new Error(`The webhook of the audit's events answered ${status}; changes from ${from + 1} on wait for it.`);
  };
}
