import type { Live } from '../../live/hub.ts';
import { refuse } from '../../refusal.ts';
import type { Context } from '../context.ts';
import { answering } from '../use-case.ts';

export const changes = answering('live.changes', async (asked) =>
  liveOf(asked).tab(personOf(asked), asked.lastEventId),
);

export const version = answering('live.version', async (asked) => liveOf(asked).version(personOf(asked)));

export const cutOffs = answering('live.cutOffs', async (asked) => {
  const { caller, lastEventId } = asked;
  if (caller.kind !== 'service') return refuse('not_a_service', 'This stream is for an application’s own programs.');
  return liveOf(asked).service(caller, lastEventId);
});

function liveOf({ live }: Context): Live {
  return live ?? refuse('live_full', 'There are no streams on the operator’s socket.');
}

function personOf({ caller }: Context) {
  return caller.kind === 'user'
    ? caller
    : refuse('unauthenticated', 'This is about the signed-in user, and no one is signed in.');
}
