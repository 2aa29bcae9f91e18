import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { userWords, words } from './words.ts';

/** People are imported together with what they may do, so the way leads to an application's import. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.importTitle}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <PickPopover
            trigger={<Button kind="primary">{words.importChoose}</Button>}
            placement="bottom end"
            label={userWords.findApplication}
            none={userWords.noApplications}
            load={findApplications}
            onPick={({ id }) =>
              void navigate({
                to: '/applications/$application',
                params: { application: id },
                search: { import: '1' },
              })
            }
          />
        </>
      }
    >
      <p>{words.importText}</p>
    </Dialog>
  );
}
