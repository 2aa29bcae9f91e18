import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { accessOf } from '../access/explain.ts';
import { accessSummaries } from '../access/summaries.ts';
import { noApplication, onlyApplication } from '../authorise.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';
import { requireApplication, requireUser } from '../require.ts';

export const access: Handler<Calls['me']['access']> = (context) =>
  read(context.database, async (snapshot) => ({
    items: await accessSummaries(snapshot, context.issuer, callerId(context)),
  }));

/**
 * One's own access in an application in which one has any, or that the token is for; the others are not there for whoever may not
 * see them.
 */
export const accessIn: Handler<Calls['me']['accessIn']> = (context, { params, query }) =>
  read(context.database, async (snapshot) => {
    const user = await requireUser(snapshot, callerId(context));
    const { factId, id, name } = await requireApplication(snapshot, params.application);
    const mine = await accessOf(snapshot, context.issuer, user, { id: factId, key: id, name }, query);
    const hasAny = mine.roles.length > 0 || mine.permissions.total > 0;
    if (hasAny || onlyApplication(context.caller) === id) return mine;
    const summaries = await accessSummaries(snapshot, context.issuer, user.id);
    return summaries.some(({ application }) => application.id === id) ? mine : noApplication(id);
  });
