import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import type { Handler } from '../handler.ts';
import { requireUser } from '../require.ts';

export const sessions: Handler<Calls['users']['sessions']> = ({ database, caller }, { params }) =>
  read(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    const current = caller.kind === 'user' ? caller.sessionId : null;
    return { items: await listSessions(snapshot.connection, user.id, current) };
  });
