import { refuse } from '../../refusal.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import type { Live } from './hub.ts';

export const live: Handlers<'live'> = {
  changes: async (context, { lastEventId }) => liveOf(context).tab(personOf(context), lastEventId),
  version: async (context) => liveOf(context).version(personOf(context)),
  cutOffs: async (context, { lastEventId }) => {
    const { caller } = context;
    if (caller.kind !== 'service') return refuse('not_a_service', 'This stream is for an application’s own programs.');
    return liveOf(context).service(caller, lastEventId);
  },
};

function liveOf({ live }: Context): Live {
  return live ?? refuse('live_full', 'There are no streams on the operator’s socket.');
}

function personOf({ caller }: Context) {
  return caller.kind === 'user'
    ? caller
    : refuse('unauthenticated', 'This is about the signed-in user, and no one is signed in.');
}
