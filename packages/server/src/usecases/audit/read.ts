import { refuse } from '../../refusal.ts';
import { findEvent, listEvents, verifyChain } from '../../store/audit/events.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { requireInstant } from '../grants/times.ts';
import { reading } from '../use-case.ts';

export const list = reading('audit.list', async ({ snapshot, query }) => {
  const from = query.from && requireInstant(query.from, '?from');
  const to = query.to && requireInstant(query.to, '?to');
  return listEvents(snapshot, { ...query, from, to });
});

export const get = reading(
  'audit.get',
  async ({ snapshot, params }) =>
    (await findEvent(snapshot, params.no)) ?? refuse('not_found', `There is no event number ${params.no}.`),
);

export const verify = reading('audit.verify', ({ snapshot }) => verifyChain(snapshot));

export const signIns = reading('audit.signIns', ({ snapshot, query }) => listSignIns(snapshot, query));
