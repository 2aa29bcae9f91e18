import type { CallOf } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import type { Handler } from '../handler.ts';
import { accessOf } from './explain.ts';
import { requirePerson, requireSubject } from './subjects.ts';

/** Effective access of a user, with the path of each item. */
export const get: Handler<CallOf<'access.get'>> = ({ database, issuer }, { params, query }) =>
  read(
    database,
    async (snapshot) => {
      const application = await requireSubject(snapshot, params.application);
      const user = await requirePerson(snapshot, params.user);
      return accessOf(snapshot, issuer, user, application, query);
    },
    query.at,
  );
