import { type ClientKey, daysLater, type OpenIdClient } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { InstantChoice, type InstantValue } from '../../../blocks/instant-choice.tsx';
import { client as api } from '../../../session/client.ts';
import { Callout } from '../../../ui/callout.tsx';
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
  const [chosen, setChosen] = useKept<InstantValue<'never'>>(`end of key ${shown.id}`, {
    choice: shown.endsAt === null ? 'never' : 'on',
    on: shown.endsAt === null ? daysLater(now, FIRST_DAYS) : new Date(shown.endsAt),
  });
  const [missing, setMissing] = useState(false);
  const ends = chosen.choice === 'never' ? null : chosen.on;
  const endsAt = ends?.toISOString() ?? null;

  const moved = endsAt === null ? shown.endsAt !== null : endsAt !== isoOf(shown.endsAt);
  const params = { application: client.application, client: client.id, key: shown.id };

  const run = async () => {
    if (name.trim() === '' || (chosen.choice === 'on' && ends === null)) {
      setMissing(true);
      return false;
    }
    return api.clients.changeKey({
      params,
      body: { name: name.trim(), ...(moved && { endsAt }) },
      ifMatch: shown.version,
    });
  };
  return (
    <ConfirmDialog
      title={words.changeTitle(shown.name)}
      action={words.changeAction}
      run={run}
      done={words.changed(name.trim())}
      undo={({ version }) => ({
        run: () =>
          api.clients.changeKey({
            params,
            body: { name: shown.name, ...(moved && { endsAt: shown.endsAt }) },
            ifMatch: version,
          }),
        done: words.unchanged(shown.name),
      })}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        error={missing && name.trim() === '' ? words.nameMissing : undefined}
      />
      <InstantChoice
        label={words.ends}
        choices={[
          { value: 'never', label: words.never },
          { value: 'on', label: words.at },
        ]}
        value={chosen}
        onChange={setChosen}
        dateLabel={words.when}
        min={now}
        error={missing && ends === null ? words.endMissing : undefined}
      />
      {chosen.choice === 'never' && (
        <Callout tone="ending" live>
          {words.neverText}
        </Callout>
      )}
    </ConfirmDialog>
  );
}

/** To the millisecond, as the field keeps it. */
const isoOf = (at: string | null) => at && new Date(at).toISOString();
