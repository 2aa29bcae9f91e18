import { calls, type Grant } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addToDraft } from '../../../blocks/draft/draft.ts';
import { GrantGives } from '../../../blocks/grants/grant-gives.tsx';
import { GrantTo } from '../../../blocks/grants/grant-to.tsx';
import { sortIn } from '../../../blocks/read-address.ts';
import { useList } from '../../../blocks/use-list.ts';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { unusedQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { useApplicationAddress } from '../use-application-address.ts';
import { spanOf, UnusedList } from './unused-list.tsx';
import { words } from './words.ts';

/** The grants of which nobody whom they reach exercised anything, and the way to a plan that revokes them. */
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
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ principal, gives }) => words.grantName(principal.name, gives.name)}
      plan={mayGrant ? plan : undefined}
      planLabel={words.takeAway}
      empty={q ? [words.notFound, words.notFoundText] : [words.nothingUnused, words.nothingUnusedText(days)]}
      seenText={words.seenText}
    />
  );
}

const columns: readonly Column<Grant>[] = [
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
