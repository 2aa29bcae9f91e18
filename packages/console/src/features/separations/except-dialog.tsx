import { daysLater, type Principal, type Ref } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { type FoundOption, finder } from '../../blocks/find.ts';
import { client } from '../../session/client.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/time.tsx';
import { exceptionWords as words } from './words.ts';

const findWhom = finder(['user', 'client']);
const FIRST_DAYS = 30;
const MOST_DAYS = 366;

/** Grants a user or a program an exception to a separation rule, for a limited time and with a reason. */
export function ExceptDialog({
  separation,
  holder,
  onClose,
}: {
  separation: Ref;
  holder?: Principal | undefined;
  onClose: () => void;
}): ReactNode {
  const [whom, setWhom] = useState<FoundOption | null>(null);
  const [reason, setReason] = useState('');
  const [ends, setEnds] = useState<Date | null>(() => daysLater(new Date(), FIRST_DAYS));
  const [missing, setMissing] = useState(false);
  const now = useNow();
  const id = holder?.id ?? whom?.id;
  const name = holder?.name ?? whom?.label ?? '';
  const run = async () => {
    if (id === undefined || ends === null || reason.trim() === '') {
      setMissing(true);
      return false;
    }
    const body = { holder: id, reason: reason.trim(), ends: ends.toISOString() };
    return client.separations.except({ params: { separation: separation.id }, body });
  };
  return (
    <ConfirmDialog
      title={holder ? words.titleFor(holder.name) : words.addTitle}
      action={words.action}
      run={run}
      done={words.done(name)}
      undo={(created) => ({
        run: () =>
          client.separations.endException({
            params: { separation: separation.id, exception: created.id },
            ifMatch: created.version,
          }),
        done: words.endDone(name),
      })}
      onClose={onClose}
    >
      <p>{words.text(separation.name)}</p>
      {!holder && (
        <ComboBox
          label={words.whom}
          load={findWhom}
          value={whom}
          onChange={setWhom}
          error={missing && id === undefined ? words.whomMissing : undefined}
        />
      )}
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={setReason}
        error={missing && reason.trim() === '' ? words.reasonMissing : undefined}
      />
      <DateTimeField
        label={words.ends}
        hint={words.endsHint}
        value={ends}
        onChange={setEnds}
        min={now}
        endOfDay
        max={daysLater(now, MOST_DAYS)}
        error={missing && ends === null ? words.endsMissing : undefined}
      />
    </ConfirmDialog>
  );
}
