import type { AccessSummary, UserRow } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { useMay } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatFirst } from '../../ui/format.ts';
import { ExternalLinkIcon, PlusIcon } from '../../ui/icons.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts, Section, Timeline } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { AppSquare } from '../../ui/who.tsx';
import { lastChanges, userAccess } from './queries.ts';
import { SignsInWith, UserStatus } from './user-facts.tsx';
import { besideWords, userWords, words } from './words.ts';
import './users.css';

/** A user beside the list: facts, access and the last changes. It follows the row that J and K reach. */
export function UserPanel({ user, onClose }: { user: UserRow; onClose: () => void }): ReactNode {
  const { may, ownsAny } = useMay();
  const navigate = useNavigate();
  const open = (search: { grant?: string } = {}) =>
    void navigate({ to: '/users/$user', params: { user: user.id }, search });
  return (
    <Panel
      title={user.name}
      lead={<bdi>{user.email === null ? user.username : shownEmail(user.email)}</bdi>}
      takeFocus={false}
      onClose={onClose}
      actions={<IconButton icon={ExternalLinkIcon} label={besideWords.open(user.name)} onClick={() => open()} />}
      foot={
        <>
          {(may('grants.manage') || ownsAny) && (
            <PickPopover
              trigger={<Button icon={PlusIcon}>{userWords.grantAccess}</Button>}
              label={userWords.findApplication}
              none={userWords.noApplications}
              load={findApplications}
              onPick={({ id }) => open({ grant: id })}
            />
          )}
          <span className="end text-faint small">
            <KeyHint keys={['J', 'K']}>{besideWords.nextPrevious}</KeyHint>
          </span>
        </>
      }
    >
      <Facts
        facts={[
          [words.status, <UserStatus key="status" status={user.status} />],
          ...(user.lastSignInAt === undefined
            ? []
            : [[words.lastSignIn, <Time key="signed-in" at={user.lastSignInAt} empty={words.never} />] as const]),
          [userWords.signsInWith, <SignsInWith key="ways" user={user} />],
          ...(user.groups === null
            ? []
            : [[words.groups, user.groups.map(({ name }) => name).join(', ') || words.none] as const]),
          ...(user.endsNext === null ? [] : [[words.endsNext, <EndsAt key="ends" at={user.endsNext} />] as const]),
        ]}
      />
      {may('access.read') && <AccessBeside user={user.id} />}
      {may('audit.read') && <ChangesBeside user={user.id} />}
    </Panel>
  );
}

function AccessBeside({ user }: { user: string }): ReactNode {
  const { data, error, refetch } = useQuery(userAccess(user));
  return (
    <Section
      title={userWords.tabs.access}
      end={
        <TextLink to="/users/$user" params={{ user }} search={{ tab: 'access' }}>
          {besideWords.all}
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonLines lines={3} />
      ) : data.items.length === 0 ? (
        <p className="text-faint">{words.none}</p>
      ) : (
        <ul className="beside-access">
          {data.items.map((item) => (
            <li key={item.application.id}>
              <AppSquare name={item.application.name} />
              <span>
                <b>
                  <bdi>{item.application.name}</bdi>
                </b>
                <span className="block text-muted small">{holdsText(item)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const ROLES_NAMED = 4;

const holdsText = ({ admin, roles, permissions }: AccessSummary): string => {
  const names = formatFirst(
    roles.map(({ name }) => name),
    ROLES_NAMED,
    besideWords.more,
  );
  return besideWords.holds(names, admin ? undefined : permissions);
};

function ChangesBeside({ user }: { user: string }): ReactNode {
  const { data, error, refetch } = useQuery(lastChanges(user));
  return (
    <Section
      title={userWords.tabs.activity}
      end={
        <TextLink to="/users/$user" params={{ user }} search={{ tab: 'activity' }}>
          {besideWords.all}
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <Timeline
          events={data.items.map((event) => ({
            id: String(event.no),
            what: <EventSentence event={event} />,
            at: <Time at={event.at} />,
          }))}
        />
      )}
    </Section>
  );
}
