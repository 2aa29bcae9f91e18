import type { Grant } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { client } from '../session/client.ts';
import { EndsAt } from '../ui/time.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { untilText } from './durations.ts';
import { EndField } from './new-grants/period-fields.tsx';
import { endOf, presentEnd } from './new-grants/periods.ts';
import { unplanned } from './plan-effects/use-plan.ts';
import { endWords, revokeWords as words } from './words.ts';

/** Revokes a grant with immediate effect, after showing who loses what. */
export function RevokeDialog({
  grant,
  kept,
  onClose,
  onGone,
}: {
  grant: Grant;
  /** That the user keeps the permission, and through what. */
  kept?: string | undefined;
  onClose: () => void;
  onGone?: (() => void) | undefined;
}): ReactNode {
  const { application, gives, principal, version } = grant;
  const params = { application, grant: grant.id };
  return (
    <ConfirmDialog
      title={words.title(gives.name, principal.name)}
      action={words.action}
      changes={[{ call: 'grants.revoke', params }]}
      run={async () => {
        await client.grants.revoke({ params, ifMatch: version });
        onGone?.();
      }}
      done={words.done(principal.name, gives.name)}
      undo={{ run: () => client.grants.create(likeBefore(grant)), done: words.again(principal.name, gives.name) }}
      onClose={onClose}
    >
      {kept !== undefined && (
        <p>
          <b>{kept}</b>
        </p>
      )}
      <p>{grant.state === 'scheduled' ? words.notStarted : words.text}</p>
    </ConfirmDialog>
  );
}

/**
 * Returns the request that creates a revoked grant again. Includes the start only if it is in the future, because a
 * grant cannot begin in the past.
 */
function likeBefore({ application, principal, gives, starts, ends, reason }: Grant) {
  return {
    params: { application },
    body: {
      principal: { kind: principal.kind, id: principal.id },
      gives: { kind: gives.kind, id: gives.id },
      ...(new Date(starts) > new Date() && { starts }),
      ends,
      reason,
    },
  };
}

/** Changes or removes the end of a grant. */
export function ChangeEndDialog({ grant, onClose }: { grant: Grant; onClose: () => void }): ReactNode {
  const { application, gives, principal } = grant;
  const [chosen, setChosen] = useState(() => presentEnd(grant.ends));
  const [missing, setMissing] = useState(false);
  const later = grant.state === 'scheduled' ? grant.starts : null;
  // Compute the end once per choice: a duration must count from the choice, not from each render.
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
      title={endWords.title(gives.name, principal.name)}
      action={endWords.action}
      inDraft={endWords.inDraft(gives.name, principal.name)}
      changes={end === undefined || isSame ? unplanned : [{ call: 'grants.update', params, body }]}
      run={run}
      done={endWords.done(principal.name, gives.name, end ? untilText(end, new Date()) : undefined)}
      undo={({ version }) => ({
        run: () => client.grants.update({ params, body: { ends: grant.ends }, ifMatch: version }),
        done: endWords.undone(principal.name, gives.name),
      })}
      onClose={onClose}
    >
      <p>
        {endWords.present} <EndsAt at={grant.ends} />
      </p>
      <EndField
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setMissing(false);
        }}
        start={later ? new Date(later) : null}
        error={missing ? endWords.missing : undefined}
      />
    </ConfirmDialog>
  );
}
