import type { Live } from '../../live/hub.ts';
import { refuse } from '../../refusal.ts';
import { type Context, personOf } from '../context.ts';
import { answering } from '../use-case.ts';

export const changes = answering('live.changes', async (asked) =>
  liveOf(asked).tab(personOf(asked.caller), asked.lastEventId),
);

export const version = answering('live.version', async (asked) => liveOf(asked).version(personOf(asked.caller)));

export const cutOffs = answering('live.cutOffs', async (asked) => {
  const { caller, lastEventId } = asked;
  if (caller.kind !== 'service') return refuse('not_a_service', 'programs_only', {});
  return liveOf(asked).service(caller, lastEventId);
});

function liveOf({ live }: Context): Live {
  return live ?? refuse('live_full', 'streams_not_here', {});
}
