import type { Application, Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { totalOf } from '../../../blocks/totals.ts';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { formatList } from '../../../ui/format.ts';
import { firstRolesQuery, grantListQuery } from '../queries.ts';
import { deleteWords as words } from './words.ts';

export interface DeleteRoleProps {
  application: Application;
  role: Role;
  onClose: () => void;
  onGone: () => void;
}

/** Shows who loses what, how many grants end and which roles get smaller, before the role is deleted. */
export function DeleteRole({ application, role, onClose, onGone }: DeleteRoleProps): ReactNode {
  const grants = useQuery(grantListQuery(application.id, { role: role.id, state: 'active,scheduled', limit: 1 }));
  const roles = useQuery(firstRolesQuery(application.id));
  const including = roles.data?.items.filter(({ includes }) => includes.some(({ id }) => id === role.id)) ?? [];
  const effects: Effect[] = [];
  if (grants.data && grants.data.total > 0)
    effects.push({ id: 'grants', kind: 'lose', what: words.grants(totalOf(grants.data), grants.data.total) });
  if (including.length > 0) {
    const names = formatList(including.map(({ name }) => name));
    effects.push({ id: 'including', kind: 'lose', what: words.including(including.length), names });
  }
  const params = { application: application.id, role: role.id };
  return (
    <ConfirmDialog
      final
      title={words.title(role.name)}
      action={words.action}
      changes={[{ call: 'roles.remove', params }]}
      done={words.done(role.name)}
      onClose={onClose}
      run={async () => {
        await client.roles.remove({ params, ifMatch: role.version });
        onGone();
      }}
    >
      <p>{words.text}</p>
      {effects.length > 0 && <Effects effects={effects} />}
    </ConfirmDialog>
  );
}
