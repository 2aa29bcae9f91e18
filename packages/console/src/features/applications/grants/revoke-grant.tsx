import type { Application, Grant } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { counted } from '../counts.ts';
import { roleQuery, useRefresh } from '../queries.ts';
import { orRefresh } from '../use-conflict.ts';

export interface RevokeGrantProps {
  application: Application;
  grant: Grant;
  onClose: () => void;
  onGone: () => void;
}

/** Says what ends for whom, before the grant is taken away. */
export function RevokeGrant({ application, grant, onClose, onGone }: RevokeGrantProps): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const { gives, principal } = grant;
  const role = useQuery({ ...roleQuery(application.id, gives.id), enabled: gives.kind === 'role' });
  const group = useQuery({
    queryKey: ['groups', 'members-of', principal.id],
    enabled: principal.kind === 'group',
    queryFn: ({ signal }) => client.groups.get({ params: { group: principal.id }, signal }),
  });
  const who = principal.kind === 'group' ? `Everybody in ${principal.name}` : principal.name;
  const what =
    gives.kind === 'permission'
      ? gives.name
      : role.data?.builtIn
        ? 'everything that admin permits'
        : role.data
          ? counted(role.data.permissions, 'permission')
          : `what ${gives.name} brings`;
  const effect: Effect = {
    id: 'lose',
    kind: 'lose',
    what: (
      <b>
        {who} loses {what}
      </b>
    ),
    names: [group.data && counted(group.data.members, 'direct member'), 'What also comes by another way stays']
      .filter(Boolean)
      .join('. '),
  };
  return (
    <ConfirmDialog
      title={`Take ${gives.name} from ${principal.name}?`}
      action="Revoke grant"
      onClose={onClose}
      run={async () => {
        await orRefresh(refresh, () =>
          client.grants.revoke({
            params: { application: application.id, grant: grant.id },
            ifMatch: grant.version,
          }),
        );
        onGone();
        toast({ text: `${principal.name} no longer holds ${gives.name} by this grant.` });
        await refresh();
      }}
    >
      <p>
        {grant.state === 'scheduled'
          ? 'It has not started yet; it never will.'
          : 'It ends at once, on the screen and in the API.'}{' '}
        The grant stays in the history.
      </p>
      {grant.state === 'active' && <Effects effects={[effect]} />}
    </ConfirmDialog>
  );
}
