import type { ClientKey } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EndsAt } from '../../../ui/time.tsx';
import { words as clientNames, keyWords, secretWords as words } from './words.ts';

/** A secret that was just made. */
export interface ShownSecret {
  client: string;
  clientId: string;
  secret: string;
  /** The key that it is, when it was made by itself. */
  key?: ClientKey;
}

/** Shows a secret, once. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.title(secret.client)}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.kept}
        </Button>
      }
    >
      <Callout>
        <b>{words.once}</b> {words.onceText}
      </Callout>
      {secret.key && (
        <p>
          <b>{secret.key.name}</b>: {secret.key.endsAt === null ? '' : keyWords.ends} <EndsAt at={secret.key.endsAt} />
        </p>
      )}
      <CopyField label={clientNames.clientId} value={secret.clientId} />
      <CopyField label={words.secret} value={secret.secret} />
    </Dialog>
  );
}
