import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listPermissions } from '../../store/permissions/list.ts';
import type { Handler, Handlers } from '../handler.ts';
import { requireApplication } from '../require.ts';
import { create, remove, update } from './change.ts';

const list: Handler<Calls['permissions']['list']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    return listPermissions(snapshot, factId, query);
  });

export const permissions: Handlers<'permissions'> = { list, create, update, remove };
