import type { Grant } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { client } from '../session/client.ts';
import { EndsAt } from '../ui/time.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { untilText } from './durations.ts';
import { endOf } from './new-grants/grant-period.ts';
import { EndField, presentEnd } from './new-grants/period-fields.tsx';
import { unplanned } from './plan-effects/use-plan.ts';
import { endWords as words } from './words.ts';

/** Makes a grant end earlier, later or never. */
export function ChangeEndDialog({ grant, onClose }: { grant: Grant; onClose: () => void }): ReactNode {
  const { application, gives, principal } = grant;
  const [chosen, setChosen] = useState(() => presentEnd(grant.ends));
  const [missing, setMissing] = useState(false);
  const later = grant.state === 'scheduled' ? grant.starts : null;
  // A duration counts from the moment of the choice, not from each render.
  const end = useMemo(() => endOf(chosen.choice, chosen.on, later ? new Date(later) : new Date()), [chosen, later]);

  const params = { application, grant: grant.id };
  const body = { ends: end?.toISOString() ?? null };
  const isSame = body.ends === null ? grant.ends === null : Date.parse(body.ends) === Date.parse(grant.ends ?? '');
  const run = async () => {
    if (end === undefined) {
      setMissing(true);
      return false;
    }
    return client.grants.update({ params, body, ifMatch: grant.version });
  };
  return (
    <ConfirmDialog
      title={words.title(gives.name, principal.name)}
      action={words.action}
      inDraft={words.inDraft(gives.name, principal.name)}
      changes={end === undefined || isSame ? unplanned : [{ call: 'grants.update', params, body }]}
      run={run}
      done={words.done(principal.name, gives.name, end ? untilText(end, new Date()) : undefined)}
      undo={({ version }) => ({
        run: () => client.grants.update({ params, body: { ends: grant.ends }, ifMatch: version }),
        done: words.undone(principal.name, gives.name),
      })}
      onClose={onClose}
    >
      <p>
        {words.present} <EndsAt at={grant.ends} />
      </p>
      <EndField
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setMissing(false);
        }}
        start={later ? new Date(later) : null}
        error={missing ? words.missing : undefined}
      />
    </ConfirmDialog>
  );
}
