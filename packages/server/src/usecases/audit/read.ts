import { ownAuditKeys } from '../../audit/audit-keys.ts';
import { refuse } from '../../refusal.ts';
import { findEvent, listEvents } from '../../store/audit/events.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { answering, reading, readingTogether } from '../use-case.ts';
import { requirePeriod } from './period.ts';
import { readOutside, verified } from './verified.ts';

export const list = reading('audit.list', ({ snapshot, query }) =>
  listEvents(snapshot, { ...query, ...requirePeriod(query) }),
);

export const get = reading(
  'audit.get',
  async ({ snapshot, params }) =>
    (await findEvent(snapshot, params.no)) ?? refuse('not_found', `There is no event number ${params.no}.`),
);

export const verify = readingTogether('audit.verify', async (asked) =>
  verified(asked, await readOutside(asked), asked.snapshot),
);

export const keys = answering('audit.keys', async ({ database, secrets }) => {
  const found = await ownAuditKeys(poolOf(database), secrets);
  return { items: found.map(({ sealed: _, ...key }) => key) };
});

export const signIns = reading('audit.signIns', ({ snapshot, query }) =>
  listSignIns(snapshot, { ...query, ...requirePeriod(query) }),
);
