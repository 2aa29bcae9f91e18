import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { userCredentials } from './queries.ts';
import { signInWords as words } from './words.ts';

/** For somebody whose phone is lost: the authenticator app and the recovery codes go, and the passkeys when they were on it. */
export function ResetSecondFactorDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const credentials = useQuery(userCredentials(user.id)).data;
  const [ticked, setTicked] = useState(false);
  const has = credentials?.passkeys.length ?? 0;
  const onlyPasskeys = has > 0 && credentials?.totp === null && credentials.recoveryCodes === null;
  const passkeys = ticked || onlyPasskeys;
  return (
    <ConfirmDialog
      title={words.resetTitle(user.name)}
      action={words.resetDo}
      run={() => client.users.resetCredentials({ params: { user: user.id }, body: { passkeys } })}
      done={words.reset(user.name)}
      onClose={onClose}
    >
      <p>{onlyPasskeys ? words.resetPasskeysText : words.resetText}</p>
      {has > 0 && !onlyPasskeys && <Checkbox label={words.resetPasskeys(has)} checked={ticked} onChange={setTicked} />}
    </ConfirmDialog>
  );
}
