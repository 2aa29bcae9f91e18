import type { Calls } from '@licet/contract';
import { describeApplication, listOwners } from '../../store/applications/applications.ts';
import { listApplications } from '../../store/applications/list.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { callerAccess, noApplication } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireApplication } from '../require.ts';

/** All applications for those who may see all; for the others those that they own. */
export const list: Handler<Calls['applications']['list']> = ({ database, caller }, { query }) =>
  read(database, async (snapshot) => {
    const held = await callerAccess(snapshot, caller);
    return listApplications(snapshot, query, held.can('applications.read') ? undefined : [...held.owns]);
  });

export const get: Handler<Calls['applications']['get']> = ({ database }, { params }) =>
  read(database, async (snapshot) => {
    const { factId, id } = await requireApplication(snapshot, params.application);
    return (await describeApplication(snapshot, factId)) ?? noApplication(id);
  });

export const owners: Handler<Calls['applications']['owners']> = ({ database }, { params }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    return { items: await listOwners(snapshot, factId) };
  });
