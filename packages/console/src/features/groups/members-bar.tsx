import type { Group, Member } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { BulkDialog } from '../../blocks/bulk/bulk-dialog.tsx';
import type { BulkChange } from '../../blocks/bulk/bulk-plan.ts';
import { SelectionBar } from '../../blocks/bulk/selection-bar.tsx';
import { type BulkRun, useBulkRun } from '../../blocks/bulk/use-bulk.ts';
import type { Selected } from '../../blocks/bulk/use-selection.ts';
import { XIcon } from '../../ui/icons.tsx';
import { isolated } from '../../ui/language.ts';
import { readMembers } from './queries.ts';
import { severalWords as words } from './words.ts';

export interface MembersBarProps {
  group: Group;
  selected: Selected<Member>;
  /** The query of the list, without its page. */
  query: Parameters<typeof readMembers>[1];
  total: number;
  totalText: string;
  isFiltered: boolean;
}

/** The bar of the selected members. One plan removes them all from the group. */
export function MembersBar({ group, selected, query, ...of }: MembersBarProps): ReactNode {
  const [asked, setAsked] = useState<readonly Member[]>();
  const run = useBulkRun(selected.clear);
  return (
    <>
      <SelectionBar
        {...of}
        label={words.bar}
        selected={selected}
        run={run}
        readAll={() => readMembers(group.id, query)}
        actions={[
          { id: 'remove', label: words.remove, icon: XIcon, onAction: () => setAsked([...selected.picked.values()]) },
        ]}
      />
      {asked && <RemoveMany group={group} members={asked} run={run} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function RemoveMany({
  group,
  members,
  run,
  onClose,
}: {
  group: Group;
  members: readonly Member[];
  run: BulkRun;
  onClose: () => void;
}): ReactNode {
  const name = isolated(group.name);
  const wanted = useMemo(
    () =>
      members.map((member): BulkChange => {
        const { id } = member;
        return { name: member.name, change: { call: 'groups.removeMember', params: { group: group.id, member: id } } };
      }),
    [group.id, members],
  );
  return (
    <BulkDialog
      title={words.removeTitle(members.length, name)}
      wanted={wanted}
      action={words.removeDo}
      texts={({ changes: { length } }) => ({
        working: words.removing(length, name),
        done: words.removed(length, name),
        undone: words.added(length, name),
      })}
      run={run}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </BulkDialog>
  );
}
