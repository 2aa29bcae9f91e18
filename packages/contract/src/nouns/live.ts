import * as z from 'zod';
import { anyApplicationToken, call, serviceToken } from '../call.ts';

/** Whether the access in a token is still current; `version` is the number of the change up to which that holds. */
export const liveVersion = z.strictObject({ version: z.int(), changed: z.boolean() });

/**
 * Unexpired tokens of one application to refuse. Those with a `ver` below `ver` are refused if they belong to one of
 * the `users`, carry one of the `roles`, or `everyone` is set. Those of `sessions` and `clients` are refused with any
 * `ver`. For `users`, `sessions` and `everyone` with a `before` (seconds since the epoch), tokens issued until then
 * are refused; for `everyone` that follows a restore, after which older `ver` values mean nothing.
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
    summary: 'Stream to an open tab: tells it to renew its token when its access has changed; ends with the token',
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
