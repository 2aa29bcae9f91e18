import '../applications.css';
import { limits, type Role } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { everyPage } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { PlainLink, TextLink } from '../../../ui/links.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { TabProps } from '../application-tab.ts';
import { roleListQuery } from '../queries.ts';
import { roleUseWords as words } from './words.ts';

const DAYS = limits.usageWindow.value;
const ROLES = 6;
/**
 * The maximum number of unused permissions. If there are more, the counts of the roles would be incomplete, so none is
 * shown.
 */
const MOST = 2_000;

/** The roles with the most holders, each with the number of its permissions that no holder used for a quarter. */
export function UsePerRole({ application: { id, name } }: TabProps): ReactNode {
  const roles = useQuery(roleListQuery(id, { sort: '-holders', limit: ROLES + 1 }));
  const unused = useQuery(unusedByRoleQuery(id));
  const error = roles.error ?? unused.error;
  const shown = roles.data?.items.filter(({ builtIn, permissions }) => !builtIn && permissions > 0).slice(0, ROLES);
  return (
    <Section
      title={words.title}
      n={words.days(DAYS)}
      end={
        <TextLink
          to="/applications/$application"
          params={{ application: id }}
          search={{ tab: 'usage', unusedIn: `${DAYS}` }}
          activeProps={{}}
          className="small"
        >
          {words.all}
        </TextLink>
      }
    >
      {shown && unused.data ? (
        <Answer application={id} name={name} roles={shown} unused={unused.data} />
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void Promise.all([roles.refetch(), unused.refetch()])} />
      ) : (
        <SkeletonLines lines={ROLES} />
      )}
    </Section>
  );
}

interface UnusedByRole {
  /** Whether the reports of use cover the whole period. */
  readonly seen: boolean;
  readonly more: boolean;
  readonly counts: ReadonlyMap<string, number>;
}

const unusedByRoleQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'unused by role'],
    queryFn: async ({ signal }): Promise<UnusedByRole> => {
      let seen = true;
      const { items, more } = await everyPage(async (cursor) => {
        const query = { days: DAYS, sort: 'role', cursor, limit: limits.pageMax.value } as const;
        const page = await client.applications.unusedInRoles({ params: { application }, query, signal });
        seen = page.seen;
        return page;
      }, MOST);
      const counts = new Map<string, number>();
      for (const { role } of items) counts.set(role.id, (counts.get(role.id) ?? 0) + 1);
      return { seen, more, counts };
    },
  });

function Answer({
  application,
  name,
  roles,
  unused: { seen, more, counts },
}: {
  application: string;
  name: string;
  roles: readonly Role[];
  unused: UnusedByRole;
}): ReactNode {
  if (!seen) return <p className="text-faint">{words.notMeasured(name, DAYS)}</p>;
  if (more) return <p className="text-faint">{words.tooMany(MOST)}</p>;
  if (roles.length === 0) return <p className="text-faint">{words.noRoles}</p>;
  return (
    <div className="lines role-use">
      {roles.map((role) => {
        const used = Math.max(role.permissions - (counts.get(role.id) ?? 0), 0);
        return (
          <PlainLink
            key={role.id}
            to="/applications/$application"
            params={{ application }}
            search={{ tab: 'usage', unusedIn: `${DAYS}`, role: role.id }}
            activeProps={{}}
          >
            <span className="grow">{role.name}</span>
            {/* Hidden from screen readers, because the text beside it says the same. */}
            <span className="role-use-bar" aria-hidden="true">
              <Meter label={role.name} value={used} max={role.permissions} />
            </span>
            <span className="role-use-text text-muted small">{words.usedOf(used, role.permissions)}</span>
          </PlainLink>
        );
      })}
    </div>
  );
}
