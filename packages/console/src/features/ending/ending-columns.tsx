import type { Ending } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/application-name.tsx';
import { ApplicationSquare } from '../../blocks/application-square.tsx';
import { GrantGives } from '../../blocks/grants/grant-gives.tsx';
import { GrantTo } from '../../blocks/grants/grant-to.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CalendarClockIcon, EllipsisIcon, ExternalLinkIcon, XIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt } from '../../ui/time.tsx';
import { Tag } from '../../ui/who.tsx';
import type { AskedMove } from './move-dialog.tsx';
import { toldOf } from './told.ts';
import { words } from './words.ts';

/** The columns of what ends; the last with what can be done about it, where something can. */
export const endingColumns = (
  may: (it: Ending) => boolean,
  ask: (asked: AskedMove) => void,
): readonly Column<Ending>[] => [
  { id: 'who', head: words.who, fold: 1, skeleton: 140, cell: (it) => <GrantTo principal={toldOf(it).holder} /> },
  { id: 'what', head: words.what, fold: 3, cell: (it) => <What of={it} /> },
  { id: 'where', head: words.where, spare: true, cell: (it) => <Where of={it} /> },
  {
    id: 'ends',
    head: words.ends,
    sortable: true,
    fold: 4,
    width: '11rem',
    cell: (it) => <EndsAt at={toldOf(it).ends} />,
  },
  {
    id: 'actions',
    head: words.actions,
    end: true,
    fold: 2,
    width: '5rem',
    cell: (it) => <RowMenu of={it} may={may(it)} onAsk={(to) => ask({ to, endings: [it] })} />,
  },
];

function What({ of: it }: { of: Ending }): ReactNode {
  if (it.kind === 'exception')
    return (
      <span title={it.exception.reason || undefined}>
        <span className="text-muted">{words.exceptionFrom}</span>{' '}
        <TextLink to="/separations" search={{ tab: 'rules', open: it.exception.separation.id }}>
          {it.exception.separation.name}
        </TextLink>
      </span>
    );
  const { gives, application, state } = it.grant;
  return (
    <>
      <GrantGives gives={gives} />
      <span className="only-on-phone text-muted">
        {' '}
        <ApplicationName id={application} />
      </span>{' '}
      {it.kind === 'break_glass' && <Tag>{words.takenAtOnce}</Tag>}{' '}
      {state === 'scheduled' && <span className="text-faint small">{words.notBegun}</span>}
    </>
  );
}

function Where({ of: it }: { of: Ending }): ReactNode {
  if (it.kind === 'exception') return null;
  const { application } = it.grant;
  return (
    <span className="who">
      <ApplicationSquare application={{ id: application, name: application }} />
      <PlainLink to="/applications/$application" params={{ application }}>
        <ApplicationName id={application} />
      </PlainLink>
    </span>
  );
}

function RowMenu({
  of: it,
  may,
  onAsk,
}: {
  of: Ending;
  may: boolean;
  onAsk: (to: AskedMove['to']) => void;
}): ReactNode {
  const navigate = useNavigate();
  const { what, holder } = toldOf(it);
  const label = words.menu(what, holder.name);
  const show = {
    grant: words.open,
    break_glass: words.openUse,
    exception: words.openException,
  }[it.kind];
  const open = () => {
    if (it.kind === 'exception')
      return void navigate({ to: '/separations', search: { tab: 'rules', open: it.exception.separation.id } });
    if (it.kind === 'break_glass') return void navigate({ to: '/emergencies', search: { open: it.use } });
    return void navigate({
      to: '/applications/$application',
      params: { application: it.grant.application },
      search: { tab: 'grants', open: it.grant.id },
    });
  };
  return (
    <Menu
      label={label}
      trigger={<IconButton small icon={EllipsisIcon} label={label} />}
      groups={[
        [
          ...(may ? [{ id: 'move', label: words.move, icon: CalendarClockIcon, onAction: () => onAsk('move') }] : []),
          { id: 'open', label: show, icon: ExternalLinkIcon, onAction: open },
        ],
        ...(may ? [[{ id: 'end', label: words.end, icon: XIcon, onAction: () => onAsk('end') }]] : []),
      ]}
    />
  );
}
