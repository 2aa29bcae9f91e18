import type { Plan, User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { whileEnding } from '../../blocks/ending.ts';
import type { PlannedChanges } from '../../blocks/plan-effects/use-plan.ts';
import { undoSet } from '../../blocks/undo.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Until } from '../../ui/until.tsx';
import { dialogWords as words } from './ending-words.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { HandOverDialog, useHandOver } from './hand-over.tsx';
import { InviteDialog, type PasswordLink, PasswordLinkNote, WithdrawDialog } from './invitation-dialogs.tsx';
import { userCredentials } from './queries.ts';
import { SessionsLost, WhatGoes } from './user-effects.tsx';
import { onlyLinked } from './user-facts.tsx';
import { signInWords } from './words.ts';

/** The open dialog of a user. */
export type UserDialog =
  | 'link'
  | 'invite'
  | 'withdraw'
  | 'suspend'
  | 'hand-over'
  | 'reactivate'
  | 'sign-out'
  | 'confirm-address'
  | 'reset'
  | 'delete'
  | 'erase';

interface DialogProps {
  user: User;
  onClose: () => void;
}

/** The dialogs of a user. Each shows its effects before it is confirmed. */
export function UserDialogs({ dialog, user, onClose }: DialogProps & { dialog: UserDialog | undefined }): ReactNode {
  switch (dialog) {
    case 'link':
      return <LinkDialog user={user} onClose={onClose} />;
    case 'invite':
      return <InviteDialog users={[user]} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog users={[user]} onClose={onClose} />;
    case 'suspend':
      return <SuspendDialog user={user} onClose={onClose} />;
    case 'hand-over':
      return <HandOverDialog user={user} onClose={onClose} />;
    case 'reactivate':
      return <ReactivateDialog user={user} onClose={onClose} />;
    case 'sign-out':
      return <SignOutDialog user={user} onClose={onClose} />;
    case 'confirm-address':
      return <ConfirmAddressDialog user={user} onClose={onClose} />;
    case 'reset':
      return <ResetSecondFactorDialog user={user} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog user={user} onClose={onClose} />;
    case 'erase':
      return <EraseDialog id={user.id} user={user} onClose={onClose} />;
    case undefined:
      return null;
  }
}

function LinkDialog({ user, onClose }: DialogProps): ReactNode {
  const [link, setLink] = useState<PasswordLink>();
  const asked = useQuery(userCredentials(user.id));
  const credentials = asked.data;
  const directory = credentials?.identities.find(({ connection }) => connection.kind === 'ldap')?.connection;
  if (!link) {
    return (
      <ConfirmDialog
        title={words.linkTitle(user.name)}
        action={words.linkDo}
        stay
        idle={credentials ? undefined : words.linkWaits}
        onClose={onClose}
        run={async () => setLink(await client.users.passwordLink({ params: { user: user.id } }))}
      >
        <Until calls={[asked]}>
          {() => (
            <>
              <p>
                {words.linkText} {user.status === 'active' && credentials?.password !== null && words.linkPassword}
              </p>
              {directory && <Callout>{words.linkDirectory(directory.name)}</Callout>}
            </>
          )}
        </Until>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.linkTitle(user.name)}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <PasswordLinkNote name={user.name} link={link} />
    </Dialog>
  );
}

function SuspendDialog({ user, onClose }: DialogProps): ReactNode {
  const params = { user: user.id };
  const handOver = useHandOver(user);
  const changes: PlannedChanges = [...handOver.changes, { call: 'users.suspend', params }];
  return (
    <ConfirmDialog
      title={words.suspendTitle(user.name)}
      action={handOver.to ? words.suspendHanding : words.suspendDo}
      changes={changes}
      called={(place) => handOver.called(changes, place) ?? words.suspendTitle(user.name)}
      waits={handOver.waits}
      run={async (plan) => {
        if (!handOver.to) {
          const { version } = await client.users.suspend({ params });
          // The version limits undo to this suspension: a later one by another user is not undone.
          return { undo: () => client.users.reactivate({ params, ifMatch: version }) };
        }
        if (!plan) return false;
        const { last } = await client.plans.apply({ body: { changes, digest: plan.digest } });
        return { undo: () => undoSet(last) };
      }}
      done={words.suspended(user.name)}
      undo={({ undo }) => ({
        run: undo,
        done: words.reactivated(user.name),
      })}
      onClose={onClose}
    >
      {(plan) => (
        <>
          <p>{words.suspendText}</p>
          {handOver.section(plan)}
        </>
      )}
    </ConfirmDialog>
  );
}

function ReactivateDialog({ user, onClose }: DialogProps): ReactNode {
  const params = { user: user.id };
  return (
    <ConfirmDialog
      title={words.reactivateTitle(user.name)}
      action={words.reactivateDo}
      changes={[{ call: 'users.reactivate', params }]}
      run={() => client.users.reactivate({ params })}
      done={words.reactivated(user.name)}
      undo={({ version }) => ({
        run: () => client.users.suspend({ params, ifMatch: version }),
        done: words.suspended(user.name),
      })}
      onClose={onClose}
    >
      <p>{words.reactivateText}</p>
    </ConfirmDialog>
  );
}

function SignOutDialog({ user, onClose }: DialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={words.signOutTitle(user.name)}
      action={words.signOutDo}
      run={() => client.users.endSessions({ params: { user: user.id } })}
      done={words.signedOut(user.name)}
      onClose={onClose}
    >
      <p>{words.signOutText}</p>
      <SessionsLost user={user} />
    </ConfirmDialog>
  );
}

/** Confirms an address that neither the user nor an administrator set. */
function ConfirmAddressDialog({ user, onClose }: DialogProps): ReactNode {
  const by = useQuery(userCredentials(user.id)).data?.addressSetBy?.name ?? '';
  const { id, name, email, version } = user;
  return (
    <ConfirmDialog
      title={words.confirmAddressTitle(name)}
      action={words.confirmAddressDo}
      run={() => client.users.update({ params: { user: id }, body: { email }, ifMatch: version })}
      done={words.addressConfirmed(name)}
      onClose={onClose}
    >
      <p>{words.confirmAddressText(shownEmail(email ?? ''), by)}</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ user, onClose }: DialogProps): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const handOver = useHandOver(user);
  const params = { user: user.id };
  const changes: PlannedChanges = [...handOver.changes, { call: 'users.remove', params }];
  const run = (plan: Plan | undefined) =>
    whileEnding(user.id, async () => {
      // A `final` dialog with changes cannot be confirmed before its plan is loaded, so `plan` is normally defined.
      if (plan) await client.plans.apply({ body: { changes, digest: plan.digest } });
      else await client.users.remove({ params, ifMatch: user.version });
      await navigate({ to: '/users' });
      queryClient.removeQueries({ queryKey: ['users', 'one', user.id] });
    });
  return (
    <ConfirmDialog
      final
      title={words.deleteTitle(user.name)}
      action={handOver.to ? words.deleteHanding : words.deleteDo}
      changes={changes}
      called={(place) => handOver.called(changes, place) ?? words.deleteTitle(user.name)}
      run={run}
      done={words.deleted(user.name)}
      onClose={onClose}
    >
      {(plan) => (
        <>
          <p>{words.deleteText}</p>
          <WhatGoes user={user} />
          {handOver.section(plan)}
        </>
      )}
    </ConfirmDialog>
  );
}

/**
 * Resets the second factor of a user who lost a device: removes the authenticator app and the recovery codes, and
 * optionally passkeys and linked accounts.
 */
function ResetSecondFactorDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const asked = useQuery(userCredentials(user.id));
  const credentials = asked.data;
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
      title={onlyAccounts ? signInWords.unlinkTitle(user.name) : signInWords.resetTitle(user.name)}
      action={onlyAccounts ? signInWords.unlinkDo : signInWords.resetDo}
      run={() => client.users.resetCredentials({ params: { user: user.id }, body: { passkeys, accounts } })}
      done={onlyAccounts ? signInWords.unlinked(user.name) : signInWords.reset(user.name)}
      idle={credentials ? undefined : words.linkWaits}
      onClose={onClose}
    >
      <Until calls={[asked]}>
        {() => (
          <>
            <p>
              {onlyPasskeys
                ? signInWords.resetPasskeysText
                : onlyAccounts
                  ? signInWords.resetAccountsText
                  : signInWords.resetText}
            </p>
            {has > 0 && !onlyPasskeys && (
              <Checkbox label={signInWords.resetPasskeys(has)} checked={ticked} onChange={setTicked} />
            )}
            {linked > 0 && !onlyAccounts && (
              <Checkbox label={signInWords.resetAccounts(linked)} checked={accountsToo} onChange={setAccountsToo} />
            )}
          </>
        )}
      </Until>
    </ConfirmDialog>
  );
}
