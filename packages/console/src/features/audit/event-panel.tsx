import { consoleClientId, type Event, type EventDetail, type EventOrigin, erasedName } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationName, useApplicationName } from '../../blocks/chips.tsx';
import { CopyValue } from '../../blocks/entity-page.tsx';
import { eventText, reviewCauseText, targetName } from '../../blocks/events/event-sentence.tsx';
import { RevertButton } from '../../blocks/revert/revert-button.tsx';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CheckIcon, LinkIcon } from '../../ui/icons.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { DiffView } from './diff-view.tsx';
import { ActorName } from './event-columns.tsx';
import { clockWords, dayWords } from './filters.tsx';
import { eventQuery } from './queries.ts';
import { words } from './words.ts';
import './audit.css';

/**
 * The panel of one event: the actor, the record before and after the change, and the event's place in the audit chain.
 */
export function EventPanel({
  number,
  event,
  onClose,
}: {
  number: string;
  /** The event, if the list has loaded it. */
  event: Event | undefined;
  onClose: () => void;
}): ReactNode {
  const asked = useQuery(eventQuery(number));
  const shown = event ?? asked.data;
  const application = useApplicationName(shown?.application ?? null);
  const [copied, copy] = useCopy(`${location.origin}/audit?open=${number}`);
  return (
    <Panel
      title={shown ? eventText(shown, application) : `${words.event} ${number}`}
      lead={shown && <Time at={shown.at} shown={`${dayWords(shown.at)}, ${clockWords(shown.at)}`} />}
      actions={
        <IconButton
          icon={copied ? CheckIcon : LinkIcon}
          label={copied ? words.copied : words.copyLink}
          onClick={copy}
        />
      }
      onClose={onClose}
    >
      {!shown && asked.isError && <ErrorState small error={asked.error} onRetry={() => void asked.refetch()} />}
      {!shown && asked.isPending && <SkeletonLines />}
      {shown && <Detail event={shown} madeIn={asked.data} />}
    </Panel>
  );
}

function Detail({ event, madeIn }: { event: Event; madeIn: EventDetail | undefined }): ReactNode {
  const { changeSet, review, origin } = madeIn ?? {};
  const { may } = useMay();
  const mayRevert = changing.some((name) => may(name));
  const { no, actor, before, after, application, hash, previousHash } = event;
  const set = event.action === 'plan.applied' ? no : changeSet?.no;
  return (
    <>
      <div className="event-actor">
        <ActorName actor={actor} size="medium" />
        <span className="text-faint small">{madeByText(actor.kind, origin ?? null)}</span>
      </div>
      <DiffView before={before} after={after} />
      {isAboutRequest(event) ? (
        <RequestLink event={event} />
      ) : (
        mayRevert && <RevertButton question={{ event: no }} small />
      )}
      <Section title={words.facts}>
        <Facts
          facts={[
            [words.target, <Target key="target" event={event} name={targetName(event)} />],
            ...(application === null
              ? []
              : [
                  [
                    words.application,
                    <TextLink key="application" to="/applications/$application" params={{ application }}>
                      <ApplicationName id={application} />
                    </TextLink>,
                  ] as const,
                ]),
            ...originFacts(origin ?? null),
            [words.event, <code key="no">{formatNumber(no)}</code>],
            ...(set === undefined
              ? []
              : [
                  [
                    words.changeSet,
                    <span key="set">
                      <TextLink to="/changes/$no" params={{ no: String(set) }}>
                        {formatNumber(set)}
                      </TextLink>
                      {changeSet?.reason ? `: ${changeSet.reason}` : ''}
                    </span>,
                  ] as const,
                ]),
            ...(review
              ? [
                  [
                    words.review,
                    <TextLink key="review" to="/reviews/$review" params={{ review: review.id }}>
                      {reviewCauseText(review)}
                    </TextLink>,
                  ] as const,
                ]
              : []),
            [words.hash, <CopyValue key="hash" label={words.copyHash} value={hash} />],
            [
              words.previousHash,
              previousHash === '' ? (
                <span key="first" className="text-faint">
                  {words.firstHash}
                </span>
              ) : (
                <CopyValue key="previous" label={words.copyHash} value={previousHash} />
              ),
            ],
          ]}
        />
      </Section>
    </>
  );
}

/** Where an actor made a change. A user’s client is named if it is known and still kept. */
export function madeByText(kind: Event['actor']['kind'], origin: EventOrigin | null): string {
  if (kind !== 'user' || !origin?.client) return words.madeBy[kind];
  const { id, name } = origin.client;
  return id === consoleClientId ? words.inConsole : words.throughClient(name);
}

/** Whether the event only changed a request. Such a change cannot be reverted; the request is withdrawn or decided. */
export const isAboutRequest = ({ action, target }: Pick<Event, 'action' | 'target'>): boolean =>
  target.kind === 'request' && action !== 'request.approved';

function RequestLink({ event: { action, actor, target } }: { event: Event }): ReactNode {
  const own = useMe()?.user.id === actor.id;
  return (
    <div>
      <ButtonLink small to="/inbox" search={{ request: target.id }}>
        {own && action === 'request.asked' ? words.withdrawRequest : words.openRequest}
      </ButtonLink>
    </div>
  );
}

/** The client and the address of the request; empty if they are unknown or no longer kept. */
const originFacts = (origin: EventOrigin | null): (readonly [string, ReactNode])[] => [
  ...(origin?.client
    ? [
        [
          words.actedWith,
          <span key="client">
            {origin.client.name}
            {origin.client.application !== null && (
              <span className="text-faint">
                {' '}
                (<ApplicationName id={origin.client.application} />)
              </span>
            )}
          </span>,
        ] as const,
      ]
    : []),
  ...(origin?.address == null ? [] : [[words.actedFrom, <code key="address">{origin.address}</code>] as const]),
];

/** The permissions that allow reverting changes. A viewer needs at least one of them. */
const changing = ['users.manage', 'groups.manage', 'applications.manage', 'grants.manage', 'settings.manage'] as const;

/** The target of the event, with a link to its page unless it was deleted. */
function Target({ event, name }: { event: Event; name: string }): ReactNode {
  const { target, application, action } = event;
  // Check the name too: in events from before the erasure, the erased user is still the target.
  if (action.endsWith('.deleted') || (target.kind === 'user' && target.name === erasedName)) return name;
  switch (target.kind) {
    case 'user':
      return (
        <TextLink to="/users/$user" params={{ user: target.id }}>
          {name}
        </TextLink>
      );
    case 'group':
      return (
        <TextLink to="/groups/$group" params={{ group: target.id }}>
          {name}
        </TextLink>
      );
    case 'request':
      return (
        <TextLink to="/inbox" search={{ request: target.id }}>
          {name}
        </TextLink>
      );
    case 'role':
    case 'permission':
    case 'grant':
      return application === null ? (
        name
      ) : (
        <TextLink
          to="/applications/$application"
          params={{ application }}
          search={{ tab: `${target.kind}s`, open: target.id }}
        >
          {name}
        </TextLink>
      );
    default:
      return name;
  }
}
