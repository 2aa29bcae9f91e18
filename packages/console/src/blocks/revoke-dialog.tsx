import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { Effects } from '../ui/effects.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

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
            what: (
              <>
                <b>{principal.kind === 'user' ? principal.name : words.everybody(principal.name)}</b>{' '}
                {words.loses(gives.name, application)}
              </>
            ),
            names: gives.title === '' ? undefined : gives.title,
          },
        ]}
      />
    </ConfirmDialog>
  );
}

const words = {
  title: (gives: string, from: string) => `Take ${gives} away from ${from}?`,
  text: 'It ends at once. What comes by another way stays, and the grant stands in the history.',
  everybody: (group: string) => `Everybody in ${group}`,
  loses: (gives: string, application: string) => `no longer holds ${gives} in ${application} by this grant`,
  action: 'Take away',
  done: (from: string, gives: string) => `${from} no longer holds ${gives} by this grant.`,
} as const;
