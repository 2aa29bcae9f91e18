import * as z from 'zod';
import { anyApplicationToken, call, serviceToken } from '../call.ts';

/** Whether the access in a token is still current. `version` is the number of the newest change that was considered. */
export const liveVersion = z.strictObject({ version: z.int(), changed: z.boolean() });

/**
 * Unexpired tokens of one application that must be refused.
 *
 * Without `before`, the cut-off applies to tokens whose `ver` is lower than its own. They are refused if they belong
 * to one of the `users` or contain one of the `roles`. With `everyone`, all of them are refused. Tokens of `sessions`
 * and `clients` are refused with any `ver`.
 *
 * With `before` (seconds since the epoch), tokens of `users`, `sessions` and `everyone` that were issued until then
 * are refused. `everyone` with `before` follows a restore, after which older `ver` values have no meaning.
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
