import { daysLater, type Ending } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { untilText } from '../../blocks/durations.ts';
import { changesOf, endingText } from '../../blocks/endings.ts';
import { InstantChoice, type InstantValue } from '../../blocks/instant-choice.tsx';
import { unplanned } from '../../blocks/plan-effects/use-plan.ts';
import { undoSet } from '../../blocks/undo.ts';
import { client } from '../../session/client.ts';
import { TextField } from '../../ui/text-field.tsx';
import { EndsAt, shortTime, useNow } from '../../ui/time.tsx';
import { moveWords as words } from './words.ts';
import './ending.css';

/** Selected items, and the action to confirm for them. */
export interface AskedMove {
  readonly to: 'move' | 'end';
  readonly endings: readonly Ending[];
}

const later = { week: 7, month: 30, quarter: 90 } as const;
type Choice = InstantValue<keyof typeof later>;
const LINES_SHOWN = 5;

/** Moves the end of the items, or ends them now, after showing the effects. Applies everything as one change set. */
export function MoveDialog({
  to,
  endings,
  onClose,
  onDone,
}: AskedMove & { onClose: () => void; onDone: () => void }): ReactNode {
  const now = useNow();
  const [chosen, setChosen] = useState<Choice>({ choice: 'week', on: null });
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const count = endings.length;
  const isOn = chosen.choice === 'on';
  const isMissing = to === 'move' && isOn && chosen.on === null;
  const changes = useMemo(() => {
    if (to === 'end') return changesOf(endings, () => null);
    if (chosen.choice === 'on' && chosen.on === null) return unplanned;
    return changesOf(endings, ({ ends }) => nextEnd(ends, chosen));
  }, [to, endings, chosen]);
  const [first] = endings;
  const one = count === 1 && first ? endingText(first) : undefined;

  return (
    <ConfirmDialog
      title={titleOf()}
      action={to === 'end' ? words.end(count) : words.move(count)}
      inDraft={to === 'end' ? words.endInDraft(count) : words.inDraft(count)}
      changes={changes}
      called={(place) => nameOf(endings[place])}
      waits={words.waits}
      run={async (plan) => {
        if (isMissing) {
          setMissing(true);
          return false;
        }
        if (!plan) return false;
        const applied = await client.plans.apply({ body: { changes, digest: plan.digest, reason: reason.trim() } });
        onDone();
        return applied;
      }}
      done={to === 'end' ? words.ended(count) : words.moved(count, sameEnd())}
      undo={({ last }) => ({ run: () => undoSet(last), done: words.undone(count) })}
      onClose={onClose}
    >
      <ul className="new-ends" aria-label={words.list}>
        {endings.slice(0, LINES_SHOWN).map((it) => {
          const { id, ends } = endingText(it);
          const next = to === 'move' ? nextEnd(ends, chosen) : null;
          return (
            <li key={id}>
              <span className="ellipsis">{nameOf(it)}</span>
              <span>
                <EndsAt at={ends} />
                {next && <span className="new-end text-muted">{words.endsThen(shortTime(next))}</span>}
              </span>
            </li>
          );
        })}
        {count > LINES_SHOWN && <li className="text-muted">{words.more(count - LINES_SHOWN)}</li>}
      </ul>
      {to === 'end' && endings.some(({ kind }) => kind === 'exception') && <p>{words.exceptionsKeep}</p>}
      {to === 'move' && (
        <InstantChoice
          label={words.ends}
          choices={[
            { value: 'week', label: words.week },
            { value: 'month', label: words.month },
            { value: 'quarter', label: words.quarter },
            { value: 'on', label: words.on },
          ]}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setMissing(false);
          }}
          dateLabel={words.when}
          min={now}
          endOfDay
          hint={!isOn && count > 1 ? words.fromEach : undefined}
          error={missing ? words.missing : undefined}
        />
      )}
      <TextField label={words.reason} optional value={reason} onChange={setReason} />
    </ConfirmDialog>
  );

  function titleOf(): string {
    if (to === 'end') return one ? words.endTitle(one.what, one.holder.name) : words.endTitleSeveral(count);
    return one ? words.title(one.what, one.holder.name) : words.titleSeveral(count);
  }

  /** Returns the new end as text, if it is the same for all items. */
  function sameEnd(): string | undefined {
    const next = isOn ? chosen.on : one && nextEnd(one.ends, chosen);
    return next ? untilText(next, now) : undefined;
  }
}

/** The new end for a choice, at the same time of day as before. Null while no day is chosen. */
const nextEnd = (ends: string, { choice, on }: Choice): Date | null =>
  choice === 'on' ? on : daysLater(ends, later[choice]);

function nameOf(it: Ending | undefined): string {
  if (!it) return '';
  const { holder, what } = endingText(it);
  return `${holder.name}: ${what}`;
}
