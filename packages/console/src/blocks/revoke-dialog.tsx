import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { Effects } from '../ui/effects.tsx';
import { ApplicationName } from './application-name.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { say } from './say.tsx';
import { revokeWords as words } from './words.ts';

/** Takes a grant away at once; says from whom, and what stays. */
export function RevokeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }): ReactNode {
  const { application, gives, principal } = grant;
  const run = async () => {
    await client.grants.revoke({ params: { application, grant: grant.id }, ifMatch: grant.version });
  };
  return (
    <ConfirmDialog
      title={words.title(gives.name, principal.name)}
      action={words.action}
      run={run}
      done={words.done(principal.name, gives.name)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <Effects
        effects={[
          {
            id: grant.id,
            kind: 'lose',
            what: say(words.loses, {
              who: <b>{principal.kind === 'group' ? words.everybody(principal.name) : principal.name}</b>,
              gives: gives.name,
              application: <ApplicationName id={application} />,
            }),
            names: gives.title === '' ? undefined : gives.title,
          },
        ]}
      />
    </ConfirmDialog>
  );
}
