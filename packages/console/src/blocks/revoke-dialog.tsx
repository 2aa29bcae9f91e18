import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { revokeWords as words } from './words.ts';

/** Revokes a grant at once, and shows who loses what. */
export function RevokeDialog({
  grant,
  onClose,
  onGone,
}: {
  grant: Grant;
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
      <p>{grant.state === 'scheduled' ? words.notStarted : words.text}</p>
    </ConfirmDialog>
  );
}

/** The same grant again. Its start is kept only if it is in the future: no grant begins in the past. */
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
