import * as z from 'zod';
import { anyApplicationToken, call, serviceToken } from '../call.ts';

/** Whether the access in a token is still current. `version` is the number of the newest change that was considered. */
export const liveVersion = z.strictObject({ version: z.int(), changed: z.boolean() });

/**
 * Tokens of one application that must be refused although they have not expired.
 *
 * Without `before`, these tokens are refused:
 * - if their `ver` is lower than that of the cut-off: tokens of `users`, tokens that contain one of the `roles`, or
 * with `everyone` all tokens
 * - with any `ver`: tokens of `sessions` and `clients`
 *
 * With `before` (seconds since the epoch), tokens of `users`, `sessions` and `everyone` are refused if they were issued
 * at or before that time. `everyone` with `before` follows a restore, because a restore makes older `ver` values
 * meaningless.
 */
export const cutOff = z.strictObject({
  ver: z.int(),
  users: z.array(z.string()).optional(),
  roles: z.array(z.string()).optional(),
  everyone: z.literal(true).optional(),
  sessions: z.array(z.string()).optional(),
  clients: z.array(z.string()).optional(),
  before: z.int().optional(),
});
export type CutOff = z.infer<typeof cutOff>;

export const liveCalls = {
  changes: call({
    method: 'GET',
    path: '/live',
    summary:
      'Stream to an open tab: tells it to renew its token when its access has changed; ends with the token. Resumes by Last-Event-ID',
    access: anyApplicationToken,
    stream: 'text/event-stream',
    errors: ['live_full'],
  }),
  version: call({
    method: 'GET',
    path: '/live/version',
    summary: 'The same by asking, where streams are blocked: whether the token’s access still is what holds',
    access: anyApplicationToken,
    reply: liveVersion,
  }),
  cutOffs: call({
    method: 'GET',
    path: '/live/cut-offs',
    summary:
      'Stream to an API server: the tokens of its application to refuse before they expire. Resumes by Last-Event-ID',
    access: serviceToken,
    stream: 'text/event-stream',
    reply: cutOff,
    errors: ['live_full'],
  }),
};
