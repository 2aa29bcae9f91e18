import { limits, type UserFilter } from '@licet/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { LeaveDialog } from '../../../blocks/bulk/leave-dialog.tsx';
import { useBulkRun } from '../../../blocks/bulk/use-bulk.ts';
import type { Selected } from '../../../blocks/bulk/use-selection.ts';
import { words as bulkWords } from '../../../blocks/bulk/words.ts';
import { client } from '../../../session/client.ts';
import { useMay } from '../../../session/may.ts';
import { BulkBar } from '../../../ui/bulk-bar.tsx';
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
import { asProblem } from '../../../ui/problem.ts';
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
  /** Keep the bar mounted while it is true: the work ends with the bar. */
  onWorking: (working: boolean) => void;
}

/** The bar of the selected users, with the dialogs of its actions. Nothing is shown without a selection. */
export function UsersBar({ selected, filter, sort, total, totalText, onWorking }: UsersBarProps): ReactNode {
  const { picked, clear, replace } = selected;
  const [asked, setAsked] = useState<{ what: Asked; users: readonly PickedUser[]; filter: UserFilter }>();
  const [finding, setFinding] = useState(false);
  const run = useBulkRun(clear);
  const actions = useActions(picked, (what, users) => setAsked({ what, users, filter }));
  const working = run.work !== undefined;
  useEffect(() => onWorking(working), [onWorking, working]);

  const selectAll = async () => {
    if (finding) return;
    setFinding(true);
    try {
      replace((await client.users.matching({ query: filter })).items);
    } catch (thrown) {
      showProblem(thrown);
    } finally {
      setFinding(false);
    }
  };
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
  // Invitations, links and withdrawals are no plan, so the selection ends when their dialog closes.
  const leave = () => {
    close();
    clear();
  };
  const dialog = { users: asked?.users ?? [], run, onClose: close };
  return (
    <>
      {(picked.size > 0 || run.work) && (
        <BulkBar
          label={words.bar}
          count={bulkWords.selected(picked.size)}
          all={
            total > picked.size
              ? {
                  label: isFiltered ? bulkWords.allThatMatch(totalText) : bulkWords.all(totalText),
                  onSelect: () => void selectAll(),
                  pending: finding,
                }
              : undefined
          }
          actions={actions.first}
          more={more}
          onClear={clear}
          work={run.work}
        />
      )}
      {run.work && <LeaveDialog work={run.work} />}
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

function showProblem(thrown: unknown): void {
  const { title, detail } = asProblem(thrown);
  showToast({ tone: 'no', text: detail ?? title });
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
