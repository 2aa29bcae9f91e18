import type { UserFilter } from '@licet/contract';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { ownDelimiter } from '../../ui/csv.ts';
import { saveFile } from '../../ui/save-file.ts';
import { invitationWords as words } from './invitation-words.ts';

/** For whom: those who are ticked, or all whom a filter finds. */
export type Chosen = { readonly count: number } & ({ readonly users: string[] } | { readonly filter: UserFilter });

/** Makes one-time links for many, and saves them as a file. */
export function LinksDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }): ReactNode {
  const run = async () => {
    const body = 'users' in chosen ? { users: chosen.users } : { filter: chosen.filter };
    const response = await client.invitations.links({ body, query: { delimiter: ownDelimiter() } });
    saveFile(await response.blob(), `${words.fileName}-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  return (
    <ConfirmDialog
      title={words.linksTitle(chosen.count)}
      action={words.linksAction}
      done={words.linksSaved}
      run={run}
      onClose={onClose}
    >
      <p>{words.linksText}</p>
      <p>{words.linksRefused}</p>
    </ConfirmDialog>
  );
}
