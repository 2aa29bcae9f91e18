import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { userCredentials } from './queries.ts';
import { signInWords as words } from './sign-in-words.ts';
import { onlyLinked } from './signs-in-with.tsx';

/** For somebody whose phone is lost: the authenticator app and the recovery codes go, the passkeys when they were on it, and linked accounts. */
export function ResetSecondFactorDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const credentials = useQuery(userCredentials(user.id)).data;
  const [ticked, setTicked] = useState(false);
  const [accountsToo, setAccountsToo] = useState(false);
  const has = credentials?.passkeys.length ?? 0;
  const linked = credentials?.identities.length ?? 0;
  const others = credentials?.totp || credentials?.recoveryCodes;
  const onlyPasskeys = has > 0 && linked === 0 && !others;
  const onlyAccounts = credentials !== undefined && onlyLinked(credentials);
  const passkeys = ticked || onlyPasskeys;
  const accounts = accountsToo || onlyAccounts;
  return (
    <ConfirmDialog
      title={onlyAccounts ? words.unlinkTitle(user.name) : words.resetTitle(user.name)}
      action={onlyAccounts ? words.unlinkDo : words.resetDo}
      run={() => client.users.resetCredentials({ params: { user: user.id }, body: { passkeys, accounts } })}
      done={onlyAccounts ? words.unlinked(user.name) : words.reset(user.name)}
      onClose={onClose}
    >
      <p>{onlyPasskeys ? words.resetPasskeysText : onlyAccounts ? words.resetAccountsText : words.resetText}</p>
      {has > 0 && !onlyPasskeys && <Checkbox label={words.resetPasskeys(has)} checked={ticked} onChange={setTicked} />}
      {linked > 0 && !onlyAccounts && (
        <Checkbox label={words.resetAccounts(linked)} checked={accountsToo} onChange={setAccountsToo} />
      )}
    </ConfirmDialog>
  );
}
