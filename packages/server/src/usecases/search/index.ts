import { fault, refuseFault } from '../../refusal.ts';
import { type FoundKind, find as findByName } from '../../store/licet/search.ts';
import { type CallerAccess, maySeeApplication, noApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';

/** Searches what the caller may see. Owners find users and groups too, because they grant to them. */
export const find = reading('search.find', async ({ snapshot, access, query }) => {
  const { application } = query;
  if (application !== undefined && !maySeeApplication(access, application)) noApplication(application);
  const asked = kindsIn(query.kinds);
  const items = await findByName(snapshot, {
    q: query.q ?? '',
    kinds: asked.filter((kind) => maySee(access, kind)),
    application,
    visible: access.can('applications.read') ? undefined : [...access.owns],
    limit: query.limit ?? usualLimit,
  });
  return { items };
});

const usualLimit = 10;
const kinds = ['user', 'group', 'application', 'role', 'permission', 'client'] as const satisfies readonly FoundKind[];

function maySee(access: CallerAccess, kind: FoundKind): boolean {
  if (kind === 'user') return access.can('users.read') || access.owns.size > 0;
  if (kind === 'group') return access.can('groups.read') || access.owns.size > 0;
  return access.can('applications.read') || access.owns.size > 0;
}

function kindsIn(list: string | undefined): readonly FoundKind[] {
  if (list === undefined || list === '') return kinds;
  const asked = list.split(',');
  const known = asked.filter((kind): kind is FoundKind => (kinds as readonly string[]).includes(kind));
  if (known.length < asked.length)
    refuseFault('invalid_request', fault({ pointer: '?kinds' }, 'kinds_unknown', { kinds: [...kinds] }));
  return [...new Set(known)];
}
