import type { CallOf } from '@licet/contract';
import { holders as holdersIn } from '../../store/access/holders.ts';
import { read } from '../../store/kernel/snapshot.ts';
import type { Handler } from '../handler.ts';
import { requireListed, requireSubject } from './subjects.ts';

/** Who holds a permission. A name outside the catalogue is refused: only holders of the role admin would be listed. */
export const holders: Handler<CallOf<'access.holders'>> = ({ database }, { params, query }) =>
  read(
    database,
    async (snapshot) => {
      const application = await requireSubject(snapshot, params.application);
      const permission = await requireListed(snapshot, application, query.permission);
      const page = await holdersIn(snapshot, application, permission, query);
      return { ...page, at: snapshot.at, version: snapshot.no, known: true };
    },
    query.at,
  );
