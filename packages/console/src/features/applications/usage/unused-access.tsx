import { calls, type Grant, limits, type UnusedInRole } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addToDraft, putInPlace, useDraftLines } from '../../../blocks/draft/draft-button.tsx';
import { GrantGives, GrantTo } from '../../../blocks/grants/grant-cells.tsx';
import { sortIn } from '../../../blocks/read-address.ts';
import { countText, everyPage, useList } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { PlainLink } from '../../../ui/links.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { Permission } from '../../../ui/who.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { linesByRole } from '../matrix/planned-cells.ts';
import { unusedInRolesQuery, unusedQuery } from '../queries.ts';
import { spanOf, UnusedList } from './unused-list.tsx';
import { words } from './words.ts';

/** Grants that no holder used, and a button that plans their revocation. */
export function UnusedGrants({ application, days: asked }: TabProps & { days: string }): ReactNode {
  const [address, change] = useApplicationAddress();
  const { grant: mayGrant } = useRights(application);
  const days = spanOf(asked);
  const { q, cursor } = address;
  const sort = sortIn(calls.applications.unused.query, address.sort) ?? 'starts';
  const list = useList({ ...address, sort }, change, 'starts');
  const query = useQuery(unusedQuery(application.id, { q, sort, cursor, days }));
  const plan = (grants: readonly Grant[]) => {
    addToDraft(
      words.takeAwayTitle(grants.length, application.name, days),
      grants.map(({ id }) => ({ call: 'grants.revoke', params: { application: application.id, grant: id } })),
    );
  };
  return (
    <UnusedList
      application={application}
      query={query}
      list={list}
      days={days}
      onDays={(unused) => change({ unused, cursor: undefined })}
      label={words.unusedTable(application.name)}
      searchLabel={words.searchGrants}
      columns={grantColumns}
      rowId={({ id }) => id}
      rowName={({ principal, gives }) => words.grantName(principal.name, gives.name)}
      plan={mayGrant ? plan : undefined}
      planLabel={words.takeAway}
      empty={q ? [words.notFound, words.notFoundText] : [words.nothingUnused, words.nothingUnusedText(days)]}
      seenText={words.seenText}
    />
  );
}

const grantColumns: readonly Column<Grant>[] = [
  {
    id: 'principal',
    head: words.to,
    sortable: true,
    fold: 1,
    skeleton: 140,
    cell: ({ principal }) => <GrantTo principal={principal} />,
  },
  { id: 'gives', head: words.gives, sortable: true, fold: 3, cell: ({ gives }) => <GrantGives gives={gives} /> },
  { id: 'starts', head: words.since, sortable: true, end: true, fold: 2, cell: ({ starts }) => <Time at={starts} /> },
];

const MOST = 50_000;

/** Permissions of roles that no holder of the role used, and a button that plans to remove them from the role. */
export function UnusedInRoles({ application, days: asked }: TabProps & { days: string }): ReactNode {
  const [address, change] = useApplicationAddress();
  const { roles: mayChange } = useRights(application);
  const lines = useDraftLines();
  const days = spanOf(asked);
  const { q, cursor, role } = address;
  const sort = sortIn(calls.applications.unusedInRoles.query, address.sort) ?? 'role';
  const list = useList({ ...address, sort }, change, 'role');
  const query = useQuery(unusedInRolesQuery(application.id, { q, sort, cursor, days, role }));
  /**
   * Adds the removals to the draft. A role is changed as a whole, so this extends a line of the draft that already
   * changes the role.
   */
  const plan = async (pairs: readonly UnusedInRole[]) => {
    const drafted = linesByRole(application.id, lines);
    const byRole = Map.groupBy(pairs, (pair) => pair.role.id);
    const changes = await Promise.all(
      [...byRole].map(([id, taken]) => changeOf(application.id, id, taken, drafted.get(id))),
    );
    for (const { name, count, line, ...changed } of changes) {
      if (line === undefined) addToDraft(words.takeOutTitle(count, name, days), [changed.change]);
      else putInPlace(line, [changed.change]);
    }
  };
  return (
    <UnusedList
      application={application}
      query={query}
      list={list}
      days={days}
      onDays={(unusedIn) => change({ unusedIn, cursor: undefined })}
      label={words.inRolesTable(application.name)}
      searchLabel={words.searchInRoles}
      columns={roleColumns(application.id)}
      rowId={idOf}
      rowName={(pair) => words.pairName(pair.role.name, pair.permission.name)}
      plan={mayChange ? plan : undefined}
      planLabel={words.takeOut}
      empty={q || role ? [words.notFound, words.notFoundText] : [words.nothingInRoles, words.nothingInRolesText(days)]}
      seenText={words.seenInRoles}
    />
  );
}

const idOf = ({ role, permission }: UnusedInRole) => `${role.id} ${permission.id}`;

/**
 * Returns the change that removes permissions from a role. Starts from the drafted permissions if the draft is based on
 * the role's current version. Otherwise starts from the stored permissions.
 */
async function changeOf(
  application: string,
  role: string,
  taken: readonly UnusedInRole[],
  drafted: ReturnType<typeof linesByRole> extends ReadonlyMap<string, infer Line> ? Line | undefined : never,
) {
  const params = { application, role };
  const { name, version } = await client.roles.get({ params });
  const current = drafted?.version === version ? drafted : undefined;
  const own = current?.permissions ?? (await ownOf(params));
  const removed = new Set(taken.map(({ permission }) => permission.id));
  const permissions = own.filter((id) => !removed.has(id)).sort();
  const change = { call: 'roles.update', params, body: { permissions }, ifMatch: version } as const;
  return { name, count: removed.size, line: current?.line, change };
}

async function ownOf(params: { application: string; role: string }): Promise<readonly string[]> {
  const { items } = await everyPage(
    (cursor) => client.roles.items({ params, query: { own: 'true', cursor, limit: limits.pageMax.value } }),
    MOST,
  );
  return items.map(({ id }) => id);
}

const roleColumns = (application: string): readonly Column<UnusedInRole>[] => [
  {
    id: 'role',
    head: words.role,
    sortable: true,
    fold: 1,
    skeleton: 140,
    cell: ({ role }) => (
      <PlainLink to="/applications/$application" params={{ application }} search={{ tab: 'roles', open: role.id }}>
        <GrantGives gives={{ kind: 'role', name: role.name }} />
      </PlainLink>
    ),
  },
  {
    id: 'permission',
    head: words.permission,
    sortable: true,
    fold: 3,
    cell: ({ permission }) => (
      <span title={permission.title || undefined}>
        <Permission>{permission.name}</Permission>
      </span>
    ),
  },
  {
    id: 'holders',
    head: words.heldBy,
    end: true,
    fold: 4,
    width: '7rem',
    cell: ({ holders }) => (
      <>
        {countText(holders)}
        <span className="only-on-phone text-faint"> {words.personUnit(holders)}</span>
      </>
    ),
  },
  {
    id: 'last',
    head: words.last,
    end: true,
    fold: 2,
    width: '10rem',
    cell: ({ last }) => <Time at={last} empty={words.never} />,
  },
];
