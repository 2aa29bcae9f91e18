import { createHmac } from 'node:crypto';
import { machineNow } from '../machine-clock.ts';

/** The headers of a webhook, as in Standard Webhooks: HMAC-SHA-256 over id, time and body. A message that is sent again has the same id. */
export function webhookHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(machineNow()));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, { id, timestamp, body })}`,
  };
}

/** The signature of a request, in base64. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: string },
): string {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
}
