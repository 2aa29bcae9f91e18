import * as z from 'zod';
import { limits } from '../limits.ts';
import { text } from '../names.ts';
import { id, instant, nameNow, principal, principalRef, version } from './common.ts';

export const grantState = z.enum(['scheduled', 'active', 'expired', 'revoked']);

/** The object of a grant or a request: a role or a permission of the application. */
export const gives = z.strictObject({
  kind: z.enum(['role', 'permission']),
  id,
  name: z.string(),
  nameNow,
  title: z.string(),
});
export type Gives = z.infer<typeof gives>;
/** The same as input. */
export const givesRef = gives.pick({ kind: true, id: true });
export type GivesRef = z.infer<typeof givesRef>;

/** A role or a single permission, given to a user, a group or a program, from a start to an optional end. */
export const grant = z.strictObject({
  id,
  application: z.string(),
  principal,
  gives,
  starts: instant,
  ends: instant.nullable(),
  reason: z.string(),
  state: grantState,
  grantedBy: z.string(),
  version,
});
export type Grant = z.infer<typeof grant>;

const reason = text(limits.reasonMax.value, 'reason');
export const newGrant = z.strictObject({
  principal: principalRef,
  gives: givesRef,
  starts: instant.optional(),
  ends: instant.nullable().optional(),
  reason: reason.optional(),
});
export const grantChange = z.strictObject({ ends: instant.nullable().optional(), reason: reason.optional() });
