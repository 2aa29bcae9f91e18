import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { type FoundKind, find as findByName } from '../../store/licet/search.ts';
import { type CallerAccess, callerAccess, maySeeApplication, noApplication } from '../authorise.ts';
import type { Handler, Handlers } from '../handler.ts';
import { refuseFields } from '../require.ts';

/** Finds what the caller may see. Owners find users and groups too, for they grant to them. */
const find: Handler<Calls['search']['find']> = ({ database, caller }, { query }) =>
  read(database, async (snapshot) => {
    const held = await callerAccess(snapshot, caller);
    const { application } = query;
    if (application !== undefined && !maySeeApplication(held, application)) noApplication(application);
    const asked = kindsIn(query.kinds);
    const items = await findByName(snapshot, {
      q: query.q ?? '',
      kinds: asked.filter((kind) => maySee(held, kind)),
      application,
      visible: held.can('applications.read') ? undefined : [...held.owns],
      limit: query.limit ?? usualLimit,
    });
    return { items };
  });

export const search: Handlers<'search'> = { find };

const usualLimit = 10;
const kinds = ['user', 'group', 'application', 'role', 'permission'] as const satisfies readonly FoundKind[];

function maySee(held: CallerAccess, kind: FoundKind): boolean {
  if (kind === 'user') return held.can('users.read') || held.owns.size > 0;
  if (kind === 'group') return held.can('groups.read') || held.owns.size > 0;
  return held.can('applications.read') || held.owns.size > 0;
}

function kindsIn(list: string | undefined): readonly FoundKind[] {
  if (list === undefined || list === '') return kinds;
  const asked = list.split(',');
  const known = asked.filter((kind): kind is FoundKind => (kinds as readonly string[]).includes(kind));
  if (known.length < asked.length)
    refuseFields([{ pointer: '?kinds', detail: `The kinds are ${kinds.join(', ')}, separated by commas.` }]);
  return [...new Set(known)];
}
