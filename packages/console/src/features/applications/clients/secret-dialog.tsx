import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** A secret that was just made. */
export interface ShownSecret {
  client: string;
  clientId: string;
  secret: string;
}

/** Shows a secret, once. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={`The secret of ${secret.client}`}
      foot={
        <Button kind="primary" onClick={onClose}>
          I have kept the secret
        </Button>
      }
    >
      <Callout>
        <b>It is shown once.</b> Licet keeps only a hash of it. Put it where the program reads its secrets, never into
        its code.
      </Callout>
      <CopyField label="Client id" value={secret.clientId} />
      <CopyField label="Secret" value={secret.secret} />
    </Dialog>
  );
}
