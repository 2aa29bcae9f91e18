import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { catalogueOf } from '../../store/applications/catalogue.ts';
import { read } from '../../store/kernel/snapshot.ts';
import type { Handler } from '../handler.ts';
import { requireApplication } from '../require.ts';

/** All names of the catalogue of the application whose program asks. */
export const catalogue: Handler<Calls['applications']['catalogue']> = ({ database, caller }) =>
  read(database, async (snapshot) => {
    if (caller.kind !== 'service')
      refuse('not_a_service', 'This catalogue is asked for by an application’s own programs.');
    const { factId, id } = await requireApplication(snapshot, caller.audience);
    return { application: id, version: snapshot.no, ...(await catalogueOf(snapshot, factId)) };
  });
