import type { CallOf } from '@licet/contract';
import { decide as decideIn } from '../../store/access/decide.ts';
import { read } from '../../store/kernel/snapshot.ts';
import type { Handler } from '../handler.ts';
import { requirePerson, requireSubject } from './subjects.ts';

/** One decision, explained. A name outside the catalogue is decided too: the role admin permits it, nothing else does. */
export const decide: Handler<CallOf<'access.decide'>> = ({ database }, { params, query }) =>
  read(
    database,
    async (snapshot) => {
      const application = await requireSubject(snapshot, params.application);
      const user = await requirePerson(snapshot, query.user);
      return decideIn(snapshot, user, application, query.permission);
    },
    query.at,
  );
