import { limits, type UserFilter } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { SelectionBar, showProblem } from '../../../blocks/bulk/selection-bar.tsx';
import { useBulkRun } from '../../../blocks/bulk/use-bulk.ts';
import type { Selected } from '../../../blocks/bulk/use-selection.ts';
import { client } from '../../../session/client.ts';
import { useMay } from '../../../session/may.ts';
import {
  CirclePauseIcon,
  DownloadIcon,
  LinkIcon,
  MailIcon,
  PlusIcon,
  UsersRoundIcon,
  XIcon,
} from '../../../ui/icons.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { InviteDialog, WithdrawDialog } from '../invitation-dialogs.tsx';
import { LinksDialog } from '../invitation-menu.tsx';
import { GrantMany, GroupMany, RevokeMany, SuspendMany } from './bulk-dialogs.tsx';
import type { PickedUser } from './changes.ts';
import { exportUsers } from './export-users.ts';
import { words } from './words.ts';

type Asked = 'grant' | 'revoke' | 'group' | 'suspend' | 'invite' | 'links' | 'withdraw';

export interface UsersBarProps {
  selected: Selected<PickedUser>;
  filter: UserFilter;
  sort: Parameters<typeof exportUsers>[0]['sort'];
  /** The number of users that the filter matches, with its text: "3,478", "10,000+". */
  total: number;
  totalText: string;
}

/** The bar of the selected users, with the dialogs of its actions. Nothing is shown without a selection. */
export function UsersBar({ selected, filter, sort, total, totalText }: UsersBarProps): ReactNode {
  const { picked, clear } = selected;
  const [asked, setAsked] = useState<{ what: Asked; users: readonly PickedUser[]; filter: UserFilter }>();
  const run = useBulkRun(clear);
  const actions = useActions(picked, (what, users) => setAsked({ what, users, filter }));

  const saveAll = async () => {
    const { size } = picked;
    const failed = await run.run(words.exporting(size), (signal, onProgress) =>
      exportUsers({ ...filter, sort }, new Set(picked.keys()), signal, onProgress),
    );
    if (failed === undefined) showToast({ text: words.exported(size) });
    else if (failed !== 'cancelled') showProblem({ problem: failed });
  };

  const isFiltered = Object.values(filter).some((set) => set !== undefined);
  const more = [
    ...actions.more,
    [{ id: 'export', label: words.export, icon: DownloadIcon, onAction: () => void saveAll() }],
  ];
  const close = () => setAsked(undefined);
  // Invitations, links and withdrawals are not plans, so the selection ends when their dialog closes.
  const leave = () => {
    close();
    clear();
  };
  const dialog = { users: asked?.users ?? [], run, onClose: close };
  return (
    <>
      <SelectionBar
        label={words.bar}
        actions={actions.first}
        more={more}
        selected={selected}
        run={run}
        total={total}
        totalText={totalText}
        isFiltered={isFiltered}
        readAll={async () => ({ items: (await client.users.matching({ query: filter })).items, more: false })}
      />
      {asked?.what === 'grant' && <GrantMany {...dialog} />}
      {asked?.what === 'revoke' && <RevokeMany {...dialog} />}
      {asked?.what === 'group' && <GroupMany {...dialog} filter={asked.filter} />}
      {asked?.what === 'suspend' && <SuspendMany {...dialog} />}
      {asked?.what === 'invite' && <InviteDialog users={asked.users} onClose={leave} />}
      {asked?.what === 'withdraw' && <WithdrawDialog users={asked.users} onClose={leave} />}
      {asked?.what === 'links' && (
        <LinksDialog chosen={{ users: asked.users.map(({ id }) => id), count: asked.users.length }} onClose={leave} />
      )}
    </>
  );
}

/** The actions that the viewer may use on the selected users. */
function useActions(
  picked: ReadonlyMap<string, PickedUser>,
  ask: (what: Asked, users: readonly PickedUser[]) => void,
): { first: MenuEntry[]; more: MenuEntry[][] } {
  const { may, ownsAny } = useMay();
  const users = [...picked.values()];
  const invited = users.filter(({ status }) => status === 'invited');
  const entry = (what: Asked, label: string, icon: MenuEntry['icon'], of = users): MenuEntry => ({
    id: what,
    label,
    icon,
    onAction: () => ask(what, of),
    reason: of === invited && of.length > most ? words.atMost(most) : undefined,
  });
  const mayGrant = may('grants.manage') || ownsAny;
  const mayManage = may('users.manage');
  return {
    first: [
      ...(mayGrant ? [entry('grant', words.grant, PlusIcon), entry('revoke', words.revoke, XIcon)] : []),
      ...(may('groups.manage') ? [entry('group', words.group, UsersRoundIcon)] : []),
      ...(mayManage ? [entry('suspend', words.suspend, CirclePauseIcon)] : []),
    ],
    more:
      mayManage && invited.length > 0
        ? [
            [
              entry('invite', words.invite(invited.length), MailIcon, invited),
              entry('links', words.links(invited.length), LinkIcon, invited),
              entry('withdraw', words.withdraw(invited.length), XIcon, invited),
            ],
          ]
        : [],
  };
}

const most = limits.invitationsAtOnce.value;
