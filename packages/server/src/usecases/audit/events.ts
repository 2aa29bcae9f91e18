import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findEvent, listEvents, verifyChain } from '../../store/audit/events.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { requireInstant } from '../grants/times.ts';
import type { Handler } from '../handler.ts';

export const list: Handler<Calls['audit']['list']> = ({ database }, { query }) => {
  const from = query.from && requireInstant(query.from, '?from');
  const to = query.to && requireInstant(query.to, '?to');
  return read(database, (snapshot) => listEvents(snapshot, { ...query, from, to }));
};

export const get: Handler<Calls['audit']['get']> = ({ database }, { params }) =>
  read(
    database,
    async (snapshot) =>
      (await findEvent(snapshot, params.no)) ?? refuse('not_found', `There is no event number ${params.no}.`),
  );

export const verify: Handler<Calls['audit']['verify']> = ({ database }) =>
  read(database, (snapshot) => verifyChain(snapshot));
