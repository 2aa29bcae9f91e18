import type { ReactNode } from 'react';
import { actorName, deedText } from '../../blocks/events/event-sentence.tsx';
import { reviewCauseText } from '../../blocks/events/review-cause.ts';
import { say } from '../../blocks/say.tsx';
import { CalendarClockIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { shortTime } from '../../ui/time-words.ts';
import { byItselfText, reasonsOf, throughText } from './queries.ts';
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
  { id: 'held', head: words.held, width: '13rem', spare: true, cell: (row) => <Held row={row} /> },
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

const signs = {
  gained: { icon: PlusIcon, tone: 'tone-yes' },
  lost: { icon: MinusIcon, tone: 'tone-no' },
  extended: { icon: CalendarClockIcon, tone: '' },
  shortened: { icon: CalendarClockIcon, tone: '' },
} as const;

function What({ row }: { row: DifferenceRow }): ReactNode {
  const { side, role, permissions, grant } = row;
  const { icon: Sign, tone } = signs[side];
  const shown = permissions.slice(0, SHOWN).map((name) => <code key={name}>{name}</code>);
  return (
    <span className="differences-what">
      <span className={`status ${tone}`}>
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
      <span className="differences-on-phone text-faint">
        {throughText(grant)} <Held row={row} />
      </span>
    </span>
  );
}

/** Since when and until when the grant is valid, and until when it was; of one that is no more, from when to when it was. */
function Held({ row: { grant, side, was, moment } }: { row: DifferenceRow }): ReactNode {
  if (!grant) return null;
  const ends = side === 'lost' ? moment.at : grant.ends;
  return (
    <span className="differences-held">
      <span>{say(words.since, { time: <Day at={grant.starts} /> })}</span>
      <span>{ends === null ? words.noEnd : say(words.until, { time: <Day at={ends} /> })}</span>
      {was !== undefined && (
        <span className="text-faint">{was === null ? words.wasNoEnd : say(words.was, { time: <Day at={was} /> })}</span>
      )}
    </span>
  );
}

const Day = ({ at }: { at: string }) => <Time at={at} shown={shortTime(new Date(at))} />;

function Cause({ row: { moment, side } }: { row: DifferenceRow }): ReactNode {
  const { change, event } = moment;
  if (change === null) return <span className="text-muted">{byItselfText(side)}</span>;
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
