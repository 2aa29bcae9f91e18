import { calls } from '@licet/contract';
import * as z from 'zod';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { addressReader } from '../../blocks/read-address.ts';

const day = z
  .string()
  .refine((at) => Number.isFinite(Date.parse(at)))
  .transform((at) => new Date(at).toISOString());

/** The address of the audit log. The period includes `from` and excludes `to`. */
export const readAudit = addressReader(calls.audit.list.query, {
  ...listAddress,
  tab: z.enum(['changes', 'sign-ins']),
  outcome: calls.audit.signIns.query.shape.outcome,
  from: day,
  to: day,
  /** The number of the open event. */
  open: z.string().regex(/^[1-9]\d{0,14}$/),
});

export type AuditAddress = ReturnType<typeof readAudit>;
export type ChangeAddress = (changes: Partial<AuditAddress>, replace?: boolean) => void;
