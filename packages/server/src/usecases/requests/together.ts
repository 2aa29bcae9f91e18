import type { RequestOutcomes, RequestsPlan } from '@licet/contract';
import { Refusal } from '../../refusal.ts';
import { draft } from '../../store/kernel/draft.ts';
import { refusalIn } from '../../store/kernel/savepoints.ts';
import { requireApart } from '../../store/separations/refusal.ts';
import { authorise } from '../authorise.ts';
import { CreatedIds } from '../plans/created-ids.ts';
import { effectsOfDraft } from '../plans/effects.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { answering } from '../use-case.ts';
import { approve, give, requireApprovable } from './approve.ts';
import { deny } from './close.ts';

/** What approving several requests would change together: all grants that are not refused are made on one draft. */
export const planAll = answering('requests.planAll', (asked) =>
  alone(asked, () =>
    draft(asked.database, asked.access.actor ?? nobody, async (handle) => {
      const access = await authorise(handle, asked.caller, 'requests.planAll', undefined);
      const steps: RequestsPlan['steps'] = [];
      for (const request of new Set(asked.body.requests)) {
        let stillNeeded = 0;
        const refused = await refusalIn(handle, async () => {
          const approval = await requireApprovable(handle, asked.caller, access, request, {});
          stillNeeded = approval.missing - 1;
          // A request that needs further approvals changes nothing yet.
          if (stillNeeded === 0) await give(handle, approval);
          await requireApart(handle, (keys) => access.can('access.read') || keys.every((key) => access.owns.has(key)));
        });
        steps.push({ request, refused: refused ?? null, stillNeeded });
      }
      const { effects } = await effectsOfDraft(handle, access, new CreatedIds());
      return { at: handle.at, steps, effects };
    }),
  ),
);

const nobody = { kind: 'system', id: null, name: 'nobody' } as const;

/** Decides several requests, each by its own call in a change of its own. A refused one does not stop the others. */
export const decideAll = answering('requests.decideAll', async (asked) => {
  const { decision, requests, reason = '' } = asked.body;
  const outcomes: RequestOutcomes['outcomes'] = [];
  for (const { id, version } of requests) {
    const given = { ...asked, params: { request: id }, ifMatch: version };
    try {
      const { state } = await (decision === 'approve'
        ? approve.perform({ ...given, body: { note: reason } })
        : deny.perform({ ...given, body: { reason } }));
      outcomes.push({ request: id, state, refused: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ request: id, state: null, refused: error.problem });
    }
  }
  return { outcomes };
});
