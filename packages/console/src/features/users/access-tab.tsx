import type { AccessSummary, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { Checkbox, SegmentedControl } from '../../ui/choices.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import type { AccessAction } from './access-actions.tsx';
import { accessColumns } from './access-columns.tsx';
import { DirectGrants, Ending, Everything, Unused } from './access-lists.tsx';
import { AccessPanel } from './access-panel.tsx';
import type { AccessRow } from './access-rows.ts';
import { type DirectGrantsOf, useDirectGrants, useEnding, useUnused, type WholeList } from './access-views.ts';
import { AccessYear } from './access-year.tsx';
import type { AccessView } from './address.ts';
import { userAccess } from './queries.ts';
import { UserNotes } from './user-notes.tsx';
import { accessWords as words } from './words.ts';
import './users.css';

/** A figure space, as wide as a digit, so that nothing moves when a count appears. */
export const ROOM = '\u2007';

const ChangeEndDialog = lateComponent(() =>
  import('../../blocks/grant-dialogs.tsx').then((module) => module.ChangeEndDialog),
);
const RevokeDialog = lateComponent(() =>
  import('../../blocks/grant-dialogs.tsx').then((module) => module.RevokeDialog),
);
const LeaveGroupDialog = lateComponent(() =>
  import('../../blocks/membership/membership-dialogs.tsx').then((module) => module.LeaveGroupDialog),
);

interface AccessTabProps {
  user: User;
  view: AccessView;
  onView: (view: AccessView) => void;
  /** Whether to list the ended direct grants instead of the current ones. */
  ended: boolean;
  onEnded: (ended: boolean) => void;
  /** The text in the search field. `q` takes its value after a pause in typing. */
  typed: string;
  onType: (typed: string) => void;
  q: string;
  /** The expanded applications; undefined to expand the first few. */
  open: readonly string[] | undefined;
  onOpen: (applications: readonly string[]) => void;
  /** A form beside the list. It replaces the details of a line. */
  panel: ReactNode;
}

/**
 * The access of a user, with its paths and their start. Lists everything, only direct grants, what ends soon, or what
 * is unused.
 */
export function AccessTab(props: AccessTabProps): ReactNode {
  const { user, view, onView, ended, onEnded, typed, onType, q, open, onOpen, panel } = props;
  const { may, mayIn } = useMay();
  const mayRemove = may('groups.manage');
  const isNow = useAsOf() === undefined;
  const [asked, setAsked] = useState<AccessAction>();
  const [opened, setOpened] = useState<AccessRow>();
  const direct = useDirectGrants(user.id);
  const columns = useMemo(
    () =>
      accessColumns({
        user: user.id,
        onAsk: setAsked,
        mayChange: (application) => mayIn('grants.manage', application),
        mayRemove,
        head: view === 'all' || view === 'ending' ? words.permission : words.searchGrants,
        withUse: isNow && (view === 'all' || view === 'ending'),
      }),
    [user.id, mayIn, mayRemove, isNow, view],
  );
  const table = { columns, onOpen: setOpened, openId: opened?.id };
  // The panel shows the grant as it was when the panel opened, so it closes before a change.
  const askFromPanel = (action: AccessAction) => {
    setOpened(undefined);
    setAsked(action);
  };
  const show = (next: AccessView) => {
    setOpened(undefined);
    onView(next);
  };
  const details = opened && (
    <AccessPanel
      key={opened.id}
      user={user.id}
      row={opened}
      onAsk={askFromPanel}
      mayChange={(application) => mayIn('grants.manage', application)}
      mayRemove={mayRemove}
      onClose={() => setOpened(undefined)}
    />
  );
  const close = () => setAsked(undefined);
  return (
    <Split panel={panel || details}>
      <UserNotes user={user}>
        <AccessYear user={user} />
        <Tools wrap end={view === 'direct' && <Checkbox label={words.onlyEnded} checked={ended} onChange={onEnded} />}>
          <SearchField label={view === 'direct' ? words.searchGrants : words.search} value={typed} onChange={onType} />
          <Views user={user} direct={direct} value={view} onChange={show} />
        </Tools>
        {view === 'all' && <Everything {...table} user={user} direct={direct} q={q} open={open} onSections={onOpen} />}
        {view === 'direct' && <DirectGrants {...table} user={user} ended={ended} q={q} />}
        {view === 'ending' && <Ending {...table} user={user} direct={direct.byId} q={q} />}
        {view === 'unused' && <Unused {...table} user={user} q={q} />}
      </UserNotes>
      {asked?.to === 'end' && <ChangeEndDialog grant={asked.grant} onClose={close} />}
      {asked?.to === 'revoke' && <RevokeDialog grant={asked.grant} kept={asked.kept} onClose={close} />}
      {asked?.to === 'leave' && <LeaveGroupDialog user={user} group={asked.group} onClose={close} />}
    </Split>
  );
}

interface ViewsProps {
  user: User;
  direct: DirectGrantsOf;
  value: AccessView;
  onChange: (view: AccessView) => void;
}

/** The control that chooses the view. When a count arrives, only this control renders again. */
function Views({ user, direct, value, onChange }: ViewsProps): ReactNode {
  const isNow = useAsOf() === undefined;
  const items = useQuery(userAccess(user.id)).data?.items;
  const ending = useEnding(user, direct.byId);
  const unused = useUnused(user);
  const counts: Record<AccessView, string | undefined> = {
    all: items ? permissionsText(items) : ROOM,
    direct: direct.first ? totalOf(direct.first) : ROOM,
    ending: countOf(ending),
    unused: unused.rows && !unused.isKnown ? undefined : countOf(unused),
  };
  const choices = (['all', 'direct', 'ending', ...(isNow ? (['unused'] as const) : [])] as const).map((view) => ({
    value: view,
    label: words.views[view],
    count: counts[view],
  }));
  return <SegmentedControl label={words.show} choices={choices} value={value} onChange={onChange} />;
}

const countOf = ({ rows, more }: WholeList): string => (rows ? `${countText(rows.length)}${more ? '+' : ''}` : ROOM);

/**
 * The number of listed permissions. Undefined where the number would mislead: for an admin, and for roles without
 * permissions.
 */
export function permissionsText(access: readonly AccessSummary[]): string | undefined {
  const count = access.reduce((sum, { permissions }) => sum + permissions, 0);
  const isLess = access.some(({ admin }) => admin) || (count === 0 && access.length > 0);
  return isLess ? undefined : countText(count);
}
