import { type ClientKey, daysLater, type OpenIdClient } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { NeverOrAt } from '../../../blocks/never-or-at.tsx';
import { client as api } from '../../../session/client.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useNow } from '../../../ui/time.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { keyWords as words } from './words.ts';

const FIRST_DAYS = 30;

interface ChangeKeyDialogProps {
  client: OpenIdClient;
  shown: ClientKey;
  onClose: () => void;
}

/** Renames a key, or makes it end earlier, later or never. */
export function ChangeKeyDialog({ client, shown, onClose }: ChangeKeyDialogProps): ReactNode {
  const now = useNow();
  const [name, setName] = useKept(`name of key ${shown.id}`, shown.name);
  const [ends, setEnds] = useKept(`end of key ${shown.id}`, shown.endsAt === null ? null : new Date(shown.endsAt));
  const [missing, setMissing] = useState(false);
  const endsAt = ends?.toISOString() ?? null;

  const run = async () => {
    if (name.trim() === '') {
      setMissing(true);
      return false;
    }
    const changed = endsAt === null ? shown.endsAt !== null : endsAt !== isoOf(shown.endsAt);
    await api.clients.changeKey({
      params: { application: client.application, client: client.id, key: shown.id },
      body: { name: name.trim(), ...(changed && { endsAt }) },
    });
    return true;
  };
  return (
    <ConfirmDialog
      title={words.changeTitle(shown.name)}
      action={words.changeAction}
      run={run}
      done={words.changed(name.trim())}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        error={missing ? words.nameMissing : undefined}
      />
      <NeverOrAt never={ends === null} onChange={(never) => setEnds(never ? null : daysLater(now, FIRST_DAYS))} />
      {ends === null ? (
        <Callout tone="ending" live>
          {words.neverText}
        </Callout>
      ) : (
        <DateTimeField label={words.when} value={ends} min={now} onChange={(next) => next && setEnds(next)} />
      )}
    </ConfirmDialog>
  );
}

/** To the millisecond, as the field keeps it. */
const isoOf = (at: string | null) => at && new Date(at).toISOString();
