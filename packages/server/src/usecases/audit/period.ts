import { requireInstant } from '../grants/times.ts';

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A period as the database takes it. @throws Refusal `invalid_request` */
export const requirePeriod = ({ from, to }: Period): Period => ({
  from: from && requireInstant(from, '?from'),
  to: to && requireInstant(to, '?to'),
});
