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

/** Says how many people hold it now and which roles get smaller, before the role is deleted. */
export function DeleteRole({ application, role, onClose, onGone }: DeleteRoleProps): ReactNode {
  const grants = useQuery(grantListQuery(application.id, { role: role.id, state: 'active,scheduled', limit: 1 }));
  const roles = useQuery(firstRolesQuery(application.id));
  const including = roles.data?.items.filter(({ includes }) => includes.some(({ id }) => id === role.id)) ?? [];
  const effects: Effect[] = [
    role.holders + role.programs === 0
      ? { id: 'holders', kind: 'same', what: words.nobody }
      : { id: 'holders', kind: 'lose', what: words.lose(role.holders), names: words.otherwise },
  ];
  if (role.programs > 0) effects.push({ id: 'programs', kind: 'lose', what: words.losePrograms(role.programs) });
  if (grants.data && grants.data.total > 0)
    effects.push({ id: 'grants', kind: 'lose', what: words.grants(totalOf(grants.data), grants.data.total) });
  if (including.length > 0) {
    const names = formatList(including.map(({ name }) => name));
    effects.push({ id: 'including', kind: 'lose', what: words.including(including.length), names });
  }
  return (
    <ConfirmDialog
      final
      title={words.title(role.name)}
      action={words.action}
      done={words.done(role.name)}
      onClose={onClose}
      run={async () => {
        const params = { application: application.id, role: role.id };
        await client.roles.remove({ params, ifMatch: role.version });
        onGone();
      }}
    >
      <p>{words.text}</p>
      <Effects effects={effects} />
    </ConfirmDialog>
  );
}
