import type { Application, Grant } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { BulkDialog } from '../../../blocks/bulk/bulk-dialog.tsx';
import type { BulkChange } from '../../../blocks/bulk/bulk-plan.ts';
import { SelectionBar } from '../../../blocks/bulk/selection-bar.tsx';
import { type BulkRun, useBulkRun } from '../../../blocks/bulk/use-bulk.ts';
import type { Selected } from '../../../blocks/bulk/use-selection.ts';
import { EndField } from '../../../blocks/new-grants/period-fields.tsx';
import { endOf, usualEnd } from '../../../blocks/new-grants/periods.ts';
import { CalendarClockIcon, XIcon } from '../../../ui/icons.tsx';
import { readGrants } from '../queries.ts';
import { severalWords as words } from './words.ts';

export interface GrantsBarProps {
  application: Application;
  selected: Selected<Grant>;
  /** The query of the list, without its page. */
  query: Parameters<typeof readGrants>[1];
  total: number;
  totalText: string;
  isFiltered: boolean;
}

/** The bar of the selected grants. One plan ends them all, or changes the end of each. */
export function GrantsBar({ application, selected, query, ...of }: GrantsBarProps): ReactNode {
  const [asked, setAsked] = useState<{ what: 'end' | 'revoke'; grants: readonly Grant[] }>();
  const run = useBulkRun(selected.clear);
  const ask = (what: 'end' | 'revoke') => () => setAsked({ what, grants: [...selected.picked.values()] });
  const dialog = { application: application.id, grants: asked?.grants ?? [], run, onClose: () => setAsked(undefined) };
  return (
    <>
      <SelectionBar
        {...of}
        label={words.bar}
        selected={selected}
        run={run}
        readAll={() => readGrants(application.id, query)}
        actions={[
          { id: 'end', label: words.end, icon: CalendarClockIcon, onAction: ask('end') },
          { id: 'revoke', label: words.revoke, icon: XIcon, onAction: ask('revoke') },
        ]}
      />
      {asked?.what === 'end' && <EndMany {...dialog} />}
      {asked?.what === 'revoke' && <RevokeMany {...dialog} />}
    </>
  );
}

interface DialogProps {
  application: string;
  grants: readonly Grant[];
  run: BulkRun;
  onClose: () => void;
}

const nameOf = ({ principal, gives }: Grant) => words.name(principal.name, gives.name);

/** Gives the selected grants another end. */
function EndMany({ application, grants, run, onClose }: DialogProps): ReactNode {
  const [end, setEnd] = useState(usualEnd);
  // A duration counts from the choice, not from each render.
  const ends = useMemo(() => endOf(end.choice, end.on, new Date()), [end]);
  const wanted = useMemo(
    () =>
      ends === undefined
        ? []
        : grants.map((grant): BulkChange => {
            const params = { application, grant: grant.id };
            const body = { ends: ends?.toISOString() ?? null };
            return { name: nameOf(grant), change: { call: 'grants.update', params, body } };
          }),
    [application, grants, ends],
  );
  return (
    <BulkDialog
      title={words.endTitle(grants.length)}
      wanted={wanted}
      action={words.endDo}
      texts={({ changes: { length } }) => ({
        working: words.ending(length),
        done: words.ended(length),
        undone: words.unended(length),
      })}
      run={run}
      onClose={onClose}
    >
      <EndField value={end} onChange={setEnd} start={null} longest={undefined} />
    </BulkDialog>
  );
}

/** Revokes the selected grants. */
function RevokeMany({ application, grants, run, onClose }: DialogProps): ReactNode {
  const wanted = useMemo(
    () =>
      grants.map((grant): BulkChange => {
        const params = { application, grant: grant.id };
        return { name: nameOf(grant), change: { call: 'grants.revoke', params } };
      }),
    [application, grants],
  );
  return (
    <BulkDialog
      title={words.revokeTitle(grants.length)}
      wanted={wanted}
      action={words.revokeDo}
      texts={({ changes: { length } }) => ({
        working: words.revoking(length),
        done: words.revoked(length),
        undone: words.unrevoked(length),
      })}
      run={run}
      onClose={onClose}
    />
  );
}
