import type { Application, Grant } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { Effects } from '../../../ui/effects.tsx';
import { revokeWords as words } from './words.ts';

export interface RevokeGrantProps {
  application: Application;
  grant: Grant;
  onClose: () => void;
  onGone: () => void;
}

/** Says what ends for whom, before the grant is taken away. How much of it comes by another way is not computed, nor said. */
export function RevokeGrant({ application, grant, onClose, onGone }: RevokeGrantProps): ReactNode {
  const { gives, principal } = grant;
  const group = useQuery({
    queryKey: ['groups', 'one', principal.id],
    enabled: principal.kind === 'group',
    queryFn: ({ signal }) => client.groups.get({ params: { group: principal.id }, signal }),
  });
  return (
    <ConfirmDialog
      title={words.title(gives.name, principal.name)}
      action={words.action}
      done={words.done(principal.name, gives.name)}
      onClose={onClose}
      run={async () => {
        const params = { application: application.id, grant: grant.id };
        await client.grants.revoke({ params, ifMatch: grant.version });
        onGone();
      }}
    >
      <p>{grant.state === 'scheduled' ? words.notStarted : words.atOnce}</p>
      {grant.state === 'active' && (
        <Effects
          effects={[
            {
              id: 'lose',
              kind: 'lose',
              what: <b>{lossOf(grant)}</b>,
              names: group.data ? words.membersStay(group.data.members) : words.stays,
            },
          ]}
        />
      )}
    </ConfirmDialog>
  );
}

/** What somebody loses by it, in words. */
export function lossOf({ gives, principal }: Pick<Grant, 'gives' | 'principal'>): string {
  const [person, everybody] =
    gives.kind === 'permission' ? [words.permission, words.everybodyPermission] : [words.person, words.everybody];
  return (principal.kind === 'group' ? everybody : person)(principal.name, gives.name);
}
