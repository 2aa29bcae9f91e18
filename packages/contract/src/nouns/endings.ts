import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { atInstant, id, listQuery, pageAt } from './common.ts';
import { grant } from './grants.ts';
import { separationException } from './separations.ts';

/**
 * The kinds of access and exceptions that end automatically. `break_glass` is emergency access, and `exception` is an
 * exception from a separation rule.
 */
export const endingKinds = ['grant', 'break_glass', 'exception'] as const;
export type EndingKind = (typeof endingKinds)[number];

/** Access or an exception that ends automatically. For emergency access, `use` is the id for its review. */
export const ending = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('break_glass'), grant, use: id }),
  z.strictObject({ kind: z.literal('exception'), exception: separationException }),
]);
export type Ending = z.infer<typeof ending>;

export const endingCalls = {
  list: call({
    method: 'GET',
    path: '/endings',
    summary:
      'List what ends soon in all applications whose grants the caller may read: grants, emergency access and, for readers of separation rules, their exceptions; now or as of an instant',
    access: licetToken,
    query: listQuery(['ends', '-ends']).extend({
      /** Lists access and exceptions that end within this number of seconds. Default: `limits.endingSoon`. */
      within: z.coerce.number<number | string>().int().min(1).max(limits.grantSecondsMax.value).optional(),
      /** `grant`, `break_glass` or `exception`, or several of them separated by commas. Default: all. */
      kind: z.string().max(limits.nameMax.value).optional(),
      /**
       * The identifier of an application. An exception matches if its rule contains a role or permission of the
       * application.
       */
      application: z.string().optional(),
      /** Lists grants of this role, and exceptions from rules that contain it. */
      role: id.optional(),
      /** Lists direct grants to a user, a group or a program. */
      principal: id.optional(),
      ...atInstant.shape,
    }),
    reply: pageAt(ending),
  }),
};
