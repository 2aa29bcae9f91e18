import type { Application } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { otherRolesOf } from '../../../blocks/find.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Option } from '../../../ui/option-list.tsx';
import { compareWords as words } from './words.ts';

/** Chooses two roles, and opens their comparison. */
export function CompareRoles({ application, onClose }: { application: Application; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [one, setOne] = useState<Option | null>(null);
  const [other, setOther] = useState<Option | null>(null);
  const loadOne = useMemo(() => otherRolesOf(application.id, other?.id), [application.id, other?.id]);
  const loadOther = useMemo(() => otherRolesOf(application.id, one?.id), [application.id, one?.id]);
  return (
    <Dialog
      open
      title={words.two}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            {...((!one || !other) && { idle: words.chooseTwo })}
            onClick={() => {
              if (!one || !other) return;
              void navigate({
                to: '/applications/$application/roles/$role',
                params: { application: application.id, role: one.id },
                search: { compare: other.id },
              });
            }}
          >
            {words.compare}
          </Button>
        </>
      }
    >
      <ComboBox label={words.first} load={loadOne} value={one} onChange={setOne} />
      <ComboBox label={words.second} load={loadOther} value={other} onChange={setOther} />
    </Dialog>
  );
}
