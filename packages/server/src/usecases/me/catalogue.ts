import type { Calls } from '@licet/contract';
import { catalogueOf } from '../../store/applications/catalogue.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { callerAccess } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireAskable } from '../requests/askable.ts';

/** All names of an application's catalogue: what can be asked for there. */
export const catalogue: Handler<Calls['me']['catalogue']> = ({ database, caller }, { params }) =>
  read(database, async (snapshot) => {
    const held = await callerAccess(snapshot, caller);
    const { factId, id } = await requireAskable(snapshot, caller, held, params.application);
    return { application: id, version: snapshot.no, ...(await catalogueOf(snapshot, factId)) };
  });
