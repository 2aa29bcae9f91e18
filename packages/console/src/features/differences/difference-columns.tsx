import type { DifferenceGrant } from '@licet/contract';
import type { ReactNode } from 'react';
import { actorName, deedText } from '../../blocks/events/event-sentence.tsx';
import { reviewCauseText } from '../../blocks/events/review-cause.ts';
import { say } from '../../blocks/say.tsx';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { reasonsOf } from './queries.ts';
import type { DifferenceRow } from './rows.ts';
import { words } from './words.ts';

export const differenceColumns = (): readonly Column<DifferenceRow>[] => [
  {
    id: 'who',
    head: words.who,
    width: '13rem',
    fold: 1,
    cell: ({ holder, application }) => (
      <>
        <b>{holder.name}</b> <span className="text-faint block">{application.name}</span>
      </>
    ),
  },
  { id: 'what', head: words.what, fold: 3, cell: (row) => <What row={row} /> },
  { id: 'through', head: words.through, width: '12rem', spare: true, cell: ({ grant }) => throughText(grant) },
  { id: 'held', head: words.held, width: '11rem', spare: true, cell: (row) => <Held row={row} /> },
  {
    id: 'why',
    head: words.why,
    fold: 4,
    cell: (row) => (
      <span className="differences-causes">
        <span className="text-muted nowrap">
          <Time at={row.moment.at} />
        </span>
        <Cause row={row} />
      </span>
    ),
  },
];

const SHOWN = 4;

function What({ row: { side, role, permissions, grant } }: { row: DifferenceRow }): ReactNode {
  const Sign = side === 'gained' ? PlusIcon : MinusIcon;
  const shown = permissions.slice(0, SHOWN).map((name) => <code key={name}>{name}</code>);
  return (
    <span className="differences-what">
      <span className={`status ${side === 'gained' ? 'tone-yes' : 'tone-no'}`}>
        <Sign small />
        {role === null ? words[side].permissions(permissions.length) : say(words[side].role, { role: <b>{role}</b> })}
      </span>
      {shown.length > 0 && (
        <span className="differences-names">
          {shown}
          {permissions.length > SHOWN && <span className="text-faint">{words.more(permissions.length - SHOWN)}</span>}
        </span>
      )}
      {role === null && grant?.gives.kind === 'role' && (
        <span className="text-faint">{words.withRole(grant.gives.name)}</span>
      )}
      <span className="differences-on-phone text-faint">{throughText(grant)}</span>
    </span>
  );
}

const throughText = (grant: DifferenceGrant | null): string =>
  grant === null ? '' : grant.group === null ? words.directly : words.group(grant.group.name);

/** Since when and until when the grant is valid; of one that is no more, since when it was. */
function Held({ row: { grant, side, moment } }: { row: DifferenceRow }): ReactNode {
  if (!grant) return null;
  return (
    <span className="differences-causes">
      <span>{say(words.since, { time: <Time at={grant.starts} /> })}</span>
      <span>
        {side === 'lost'
          ? say(words.until, { time: <Time at={moment.at} /> })
          : grant.ends === null
            ? words.noEnd
            : say(words.until, { time: <EndsAt at={grant.ends} /> })}
      </span>
    </span>
  );
}

function Cause({ row: { moment, side } }: { row: DifferenceRow }): ReactNode {
  const { change, event } = moment;
  if (change === null) return <span className="text-muted">{words.byItself[side]}</span>;
  if (!event) return words.change(change);
  const { review } = event;
  const reasons = reasonsOf(review ? { ...event, review: null } : event);
  return (
    <>
      <TextLink to="/audit" search={{ open: String(event.no) }}>
        {actorName(event.actor)} {deedText(event, null)}
      </TextLink>
      {reasons.length > 0 && <span className="text-faint">{reasons.join('; ')}</span>}
      {review && (
        <TextLink to="/reviews/$review" params={{ review: review.id }} className="text-faint">
          {reviewCauseText(review)}
        </TextLink>
      )}
    </>
  );
}
