import { calls, type Ending } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { sortIn } from '../../blocks/read-address.ts';
import { useList } from '../../blocks/use-list.ts';
import { useMay } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { CalendarClockIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { endingColumns } from './ending-columns.tsx';
import { EndingFilters } from './ending-filters.tsx';
import { type AskedMove, MoveDialog } from './move-dialog.tsx';
import { endingsQuery } from './queries.ts';
import { toldOf } from './told.ts';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/ending');
const YEAR = 365 * 86_400;
const none: ReadonlyMap<string, Ending> = new Map();

/** What ends soon over all applications: to extend, to shorten and to end, one by one or several at once. */
export function EndingScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const { may, mayIn } = useMay();
  const sort = sortIn(calls.endings.list.query, address.sort) ?? 'ends';
  const list = useList({ ...address, sort }, change, 'ends');
  const found = useQuery(endingsQuery({ ...address, sort }));
  const [asked, setAsked] = useState<AskedMove>();
  /** What is picked, also on pages that were left. */
  const [picked, setPicked] = useState(none);
  const mayChange = (it: Ending) =>
    it.kind === 'exception' ? may('separations.manage') : mayIn('grants.manage', it.grant.application);
  const shown = found.data?.items ?? [];
  const pick = (ids: ReadonlySet<string>) => {
    const known = new Map([...picked, ...shown.filter(mayChange).map((it) => [toldOf(it).id, it] as const)]);
    const inSight = new Set(shown.map((it) => toldOf(it).id));
    setPicked(new Map([...known].filter(([id]) => ids.has(id) || !inSight.has(id))));
  };
  const several = [...picked.values()];
  const ask = (to: AskedMove['to']) => setAsked({ to, endings: several });
  return (
    <Page title={words.title} lead={words.lead}>
      <Tools
        wrap
        end={
          several.length > 0 && (
            <>
              <Button kind="quiet" onClick={() => setPicked(none)}>
                {words.unpick(several.length)}
              </Button>
              <Button onClick={() => ask('end')}>{words.endSeveral}</Button>
              <Button kind="primary" onClick={() => ask('move')}>
                {words.moveSeveral}
              </Button>
            </>
          )
        }
      >
        <SearchField label={words.search} {...list.search} />
        <EndingFilters address={address} change={change} />
      </Tools>
      <DataTable
        label={words.title}
        columns={endingColumns(mayChange, setAsked)}
        rowId={(it) => toldOf(it).id}
        rowName={(it) => words.rowName(toldOf(it).what, toldOf(it).holder.name)}
        {...(shown.some(mayChange) && { selection: { picked: new Set(picked.keys()), onChange: pick } })}
        {...list.table(found)}
        empty={
          <EmptyState
            icon={CalendarClockIcon}
            title={words.none}
            action={
              <Button
                onClick={() =>
                  change({
                    within: YEAR,
                    q: undefined,
                    kind: undefined,
                    application: undefined,
                    role: undefined,
                    principal: undefined,
                  })
                }
              >
                {words.showAll}
              </Button>
            }
          >
            {words.noneText}
          </EmptyState>
        }
      />
      <Pager {...list.pager(found)} />
      {asked && <MoveDialog {...asked} onClose={() => setAsked(undefined)} onDone={() => setPicked(none)} />}
    </Page>
  );
}
