import { daysLater, type Grant } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { client } from '../session/client.ts';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { EndsAt, useNow } from '../ui/time.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { NeverOrAt } from './never-or-at.tsx';
import { endWords as words } from './words.ts';

const WEEK_DAYS = 7;

/** Makes a grant end earlier, later or never. */
export function ChangeEndDialog({ grant, onClose }: { grant: Grant; onClose: () => void }): ReactNode {
  const now = useNow();
  const { application, gives, principal } = grant;
  const [ends, setEnds] = useState(grant.ends === null ? null : new Date(grant.ends));
  const [open, setOpen] = useState(grant.ends === null);
  const [missing, setMissing] = useState(false);

  const params = { application, grant: grant.id };
  const body = { ends: open ? null : (ends?.toISOString() ?? null) };
  const isMissing = !open && ends === null;
  const isSame = body.ends === null ? grant.ends === null : Date.parse(body.ends) === Date.parse(grant.ends ?? '');
  const run = async () => {
    if (isMissing) {
      setMissing(true);
      return false;
    }
    await client.grants.update({ params, body, ifMatch: grant.version });
    return true;
  };
  return (
    <ConfirmDialog
      title={words.title(gives.name, principal.name)}
      action={words.action}
      inDraft={words.inDraft(gives.name, principal.name)}
      changes={isMissing || isSame ? [] : [{ call: 'grants.update', params, body }]}
      run={run}
      done={words.done(principal.name, gives.name)}
      onClose={onClose}
    >
      <p>
        {words.present} <EndsAt at={grant.ends} />
      </p>
      <NeverOrAt
        never={open}
        onChange={(never) => {
          setOpen(never);
          if (!never && ends === null) setEnds(daysLater(now, WEEK_DAYS));
        }}
      />
      {!open && (
        <DateTimeField
          label={words.when}
          value={ends}
          min={now}
          endOfDay
          onChange={(value) => {
            setEnds(value);
            setMissing(false);
          }}
          error={missing ? words.missing : undefined}
        />
      )}
    </ConfirmDialog>
  );
}
