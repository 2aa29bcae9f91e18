import type { Application } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { Effects } from '../../../ui/effects.tsx';
import { deleteWords as words } from './words.ts';

/** Shows what is deleted, and asks for the identifier first. */
export function DeleteApplication({
  application,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const { id, name } = application;
  const going = (['permissions', 'roles', 'grants', 'clients'] as const).filter((what) => application[what] > 0);
  return (
    <ConfirmDialog
      final
      title={words.title(name)}
      action={words.action}
      changes={[{ call: 'applications.remove', params: { application: id } }]}
      typed={{ label: words.confirm(id), expected: id, wrong: words.mistyped(id) }}
      done={words.done(name)}
      onClose={onClose}
      run={async () => {
        await client.applications.remove({ params: { application: id }, ifMatch: application.version });
        await navigate({ to: '/applications' });
      }}
    >
      <p>{words.text(name)}</p>
      <Effects
        effects={going.map((what) => ({
          id: what,
          kind: 'lose',
          what: words[what](application[what]),
          word: words.deleted,
        }))}
      />
    </ConfirmDialog>
  );
}
