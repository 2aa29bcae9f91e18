import { daysLater, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { findPeople } from '../../blocks/find.ts';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { linesPlanQuery } from '../../blocks/reviews/queries.ts';
import type { Decided } from '../../blocks/reviews/use-deciding.ts';
import { Button } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Option } from '../../ui/option-list.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formWords, reviewWords as words } from './words.ts';
import '../../ui/section.css';

interface LineDialogProps {
  onDecide: (decided: Decided) => void;
  onClose: () => void;
}

const QUICK = [7, 30, 90] as const;

const inDays = (days: number) => {
  const day = daysLater(new Date(), days);
  day.setHours(18, 0, 0, 0);
  return day;
};

/** Revokes the grants of several lines, after showing the effects. */
export function TakeAwayDialog({ several, onDecide, onClose }: LineDialogProps & { several: Several }): ReactNode {
  const count = several.lines.length;
  return (
    <Dialog
      open
      title={words.takeAwayTitle(count)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" autoFocus onClick={() => onDecide({ decision: 'revoke' })}>
            {words.revokeAll(count)}
          </Button>
        </>
      }
    >
      <p>{words.untilClosing}</p>
      <LinesPlan {...several} />
    </Dialog>
  );
}

/** Asks for the date until which the access is still needed. For several lines it also shows the effects. */
export function ShortenDialog({ several, onDecide, onClose }: LineDialogProps & { several?: Several }): ReactNode {
  const [ends, setEnds] = useState<Date | null>(inDays(30));
  return (
    <Dialog
      open
      title={words.shortenTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            {...(ends === null && { idle: formWords.choose })}
            onClick={() => ends && onDecide({ decision: 'shorten', ends: ends.toISOString() })}
          >
            {words.shortenAction}
          </Button>
        </>
      }
    >
      <div className="review-quick">
        {QUICK.map((days) => (
          <Button key={days} small onClick={() => setEnds(inDays(days))}>
            {words.inDays(days)}
          </Button>
        ))}
      </div>
      <DateTimeField label={words.shortenLabel} value={ends} onChange={setEnds} min={new Date()} />
      {several && ends && <LinesPlan {...several} ends={ends} />}
    </Dialog>
  );
}

/** A note on the decision for readers of the evidence. */
export function NoteDialog({ note: before, onDecide, onClose }: LineDialogProps & { note: string }): ReactNode {
  const [note, setNote] = useState(before);
  return (
    <Dialog
      open
      keepOpen
      title={words.noteTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={NOTE}>
            {words.noteAction}
          </Button>
        </>
      }
    >
      <p>{words.noteText}</p>
      <form
        id={NOTE}
        onSubmit={(event) => {
          event.preventDefault();
          onDecide({ decision: 'note', note: note.trim() });
        }}
      >
        <TextField
          label={words.noteLabel}
          optional
          autoFocus
          maxLength={limits.reasonMax.value}
          value={note}
          onChange={setNote}
        />
      </form>
    </Dialog>
  );
}

const NOTE = 'note-on-decision';

/** Hands a line over to a user who can judge it better. */
export function HandOnDialog({ onDecide, onClose }: LineDialogProps): ReactNode {
  const [to, setTo] = useState<Option | null>(null);
  const [note, setNote] = useState('');
  return (
    <Dialog
      open
      keepOpen
      title={words.handOnTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            {...(to === null && { idle: formWords.choose })}
            onClick={() =>
              to && onDecide({ decision: 'hand on', to: { id: to.id, name: to.label }, note: note.trim() })
            }
          >
            {words.handOnAction}
          </Button>
        </>
      }
    >
      <p>{words.handOnText}</p>
      <ComboBox label={words.handOnLabel} load={findPeople} value={to} onChange={setTo} />
      <TextField label={words.noteLabel} optional value={note} onChange={setNote} />
    </Dialog>
  );
}

/** Lines that are decided together. */
interface Several {
  review: string;
  lines: readonly number[];
}

/** The effects of closing the review with these lines revoked, or shortened if an end is given. */
function LinesPlan({ review, lines, ends }: Several & { ends?: Date }): ReactNode {
  const isTooMany = lines.length > limits.planChangesMax.value;
  const plan = useQuery({ ...linesPlanQuery(review, lines, ends), enabled: !isTooMany });
  if (isTooMany) return <p className="text-muted">{words.tooManyToPlan}</p>;
  return (
    <section aria-live="polite" aria-busy={plan.isFetching} aria-label={words.atClosing}>
      <div className="section-head">
        <h3>{words.atClosing}</h3>
      </div>
      {plan.data ? (
        <EffectsThen effects={plan.data.effects} at={plan.data.at} />
      ) : plan.error ? (
        <ErrorState small error={plan.error} onRetry={() => void plan.refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </section>
  );
}
