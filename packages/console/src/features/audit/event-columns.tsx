import type { Event, EventAction } from '@licet/contract';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/chips.tsx';
import { actorName, deedText } from '../../blocks/events/event-sentence.tsx';
import { Mark } from '../../ui/brand.tsx';
import { type IconType, KeyRoundIcon } from '../../ui/icon.tsx';
import {
  AppWindowIcon,
  FingerprintIcon,
  IdCardIcon,
  MailIcon,
  ServerIcon,
  SettingsIcon,
  ShieldCheckIcon,
  UserRoundIcon,
  UsersRoundIcon,
} from '../../ui/icons.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { clockWords } from './filters.tsx';
import { words } from './words.ts';
import './audit.css';

/** The columns of the list: time, actor, event, application. */
export const eventColumns: readonly Column<Event>[] = [
  { id: 'when', head: words.when, width: '6.5rem', fold: 2, skeleton: 52, cell: ({ at }) => <Clock at={at} /> },
  { id: 'who', head: words.who, width: '11rem', fold: 1, cell: ({ actor }) => <ActorName actor={actor} /> },
  { id: 'did', head: words.did, fold: 3, skeleton: 220, cell: (event) => <EventSentence event={event} /> },
  {
    id: 'in',
    head: words.in,
    width: '9rem',
    spare: true,
    cell: ({ application }) => (
      <span className="text-muted ellipsis">
        {application === null ? words.none : <ApplicationName id={application} />}
      </span>
    ),
  },
];

/** A time of day, with the exact instant on hover. */
export function Clock({ at }: { at: string }): ReactNode {
  return (
    <span className="text-muted nowrap">
      <Time at={at} shown={clockWords(at)} />
    </span>
  );
}

/** The actor of an event. Users have a round picture; programs, the operator and Licet itself a square one. */
export function ActorName({ actor, size }: { actor: Event['actor']; size?: 'medium' | undefined }): ReactNode {
  return (
    <span className="who">
      {actor.kind === 'user' && <Avatar name={actor.name} size={size} />}
      {actor.kind === 'client' && <Avatar name={actor.name} size={size} icon={SettingsIcon} />}
      {actor.kind === 'operator' && <Avatar name={actor.name} size={size} icon={ServerIcon} />}
      {actor.kind === 'system' && (
        <span className="letter-square" aria-hidden="true">
          <Mark />
        </span>
      )}
      <span className="ellipsis">{actorName(actor)}</span>
    </span>
  );
}

function EventSentence({ event }: { event: Event }): ReactNode {
  return (
    <span className="audit-entry">
      {iconOf(event.action)({ small: true })}
      <span className="audit-deed">{deedText(event, null)}</span>
    </span>
  );
}

/** The icon for the target of an action. */
export function iconOf(action: EventAction): IconType {
  if (action.startsWith('user.password') || action === 'user.activated') return FingerprintIcon;
  return ICONS[action.split('.')[0] ?? ''] ?? ShieldCheckIcon;
}

const ICONS: Readonly<Record<string, IconType>> = {
  licet: ShieldCheckIcon,
  user: UserRoundIcon,
  group: UsersRoundIcon,
  application: AppWindowIcon,
  permission: KeyRoundIcon,
  role: IdCardIcon,
  grant: KeyRoundIcon,
  client: ServerIcon,
  settings: SettingsIcon,
  mail: MailIcon,
  key: ShieldCheckIcon,
};
