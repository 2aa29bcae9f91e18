import type { User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { useMe, useSendsMail } from '../../session/me.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useKept } from '../../ui/form-draft.ts';
import type { IconType } from '../../ui/icon.tsx';
import {
  ArrowRightIcon,
  CircleCheckIcon,
  CircleHelpIcon,
  CirclePauseIcon,
  DownloadIcon,
  EllipsisIcon,
  EraserIcon,
  LinkIcon,
  LogOutIcon,
  MailIcon,
  PlusIcon,
  SmartphoneIcon,
  Trash2Icon,
  XIcon,
} from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { invitationWords } from './invitation-words.ts';
import { userCredentials, userInvitation } from './queries.ts';
import { type UserDialog, UserDialogs } from './user-dialogs.tsx';
import { canBeWithdrawn, hasSecondFactor, onlyLinked } from './user-facts.tsx';
import { userWords as words } from './words.ts';

const route = getRouteApi('/signed-in/users/$user');

/** The actions for a user: check access, grant access, and a menu of others. */
export function UserActions({ user }: { user: User }): ReactNode {
  const { may, ownsAny } = useMay();
  const [, change] = useAddress(route);
  const [dialog, setDialog] = useKept<UserDialog | null>(`dialog of user ${user.id}`, null);
  const mayGrant = may('grants.manage') || ownsAny;
  return (
    <>
      {(may('access.read') || ownsAny) && (
        <ButtonLink className="hide-on-phone" icon={CircleHelpIcon} to="/explain" search={{ user: user.id }}>
          {words.mayThey}
        </ButtonLink>
      )}
      {mayGrant && (
        <PickPopover
          trigger={
            <Button kind="primary" icon={PlusIcon}>
              {words.grantAccess}
            </Button>
          }
          placement="bottom end"
          label={words.findApplication}
          none={words.noApplications}
          load={findApplications}
          onPick={({ id }) => change({ grant: id })}
        />
      )}
      {may('users.manage') && <UserMenu user={user} onOpen={setDialog} />}
      <UserDialogs dialog={dialog ?? undefined} user={user} onClose={() => setDialog(null)} />
    </>
  );
}

function UserMenu({ user, onOpen }: { user: User; onOpen: (dialog: UserDialog) => void }): ReactNode {
  const { isAdmin } = useMay();
  const reason = useMe()?.user.id === user.id ? words.oneself : undefined;
  const credentials = useQuery(userCredentials(user.id)).data;
  const invitation = useQuery({ ...userInvitation(user.id), enabled: user.status === 'invited' }).data;
  const suspended = user.status === 'suspended';
  const unverified = user.status === 'active' && user.email !== null && !user.emailVerified;
  const mails = useSendsMail();
  const verify = useAction(
    async () => {
      await client.users.verifyEmail({ params: { user: user.id } });
      showToast({ text: words.verificationSent(shownEmail(user.email ?? ''), mails) });
    },
    ({ title, detail }) => showToast({ text: detail ?? title }),
  );
  const data = useAction(
    () => saveDataOf(user.id, user.username),
    ({ title, detail }) => showToast({ tone: 'no', text: detail ?? title }),
  );
  const entry = (id: UserDialog, label: string, icon: IconType): MenuEntry => ({
    id,
    label,
    icon,
    onAction: () => onOpen(id),
  });
  return (
    <Menu
      label={words.more(user.name)}
      trigger={<IconButton icon={EllipsisIcon} label={words.more(user.name)} />}
      groups={[
        [
          ...(user.status === 'invited' && user.email !== null ? [entry('invite', words.invite, MailIcon)] : []),
          ...(unverified
            ? [{ id: 'verify', label: words.sendVerification, icon: MailIcon, onAction: verify.run }]
            : []),
          ...(credentials?.addressSetBy && user.email !== null
            ? [entry('confirm-address', words.confirmAddress, CircleCheckIcon)]
            : []),
          ...(user.status === 'invited' && invitation && canBeWithdrawn(invitation)
            ? [entry('withdraw', invitationWords.withdrawOne, XIcon)]
            : []),
          ...(suspended ? [] : [entry('link', words.makeLink, LinkIcon)]),
          ...(credentials && hasSecondFactor(credentials) && !reason
            ? [entry('reset', onlyLinked(credentials) ? words.unlinkAccounts : words.resetSecondFactor, SmartphoneIcon)]
            : []),
        ],
        [
          entry('sign-out', words.signOut, LogOutIcon),
          entry('hand-over', words.handOver, ArrowRightIcon),
          ...(isAdmin ? [{ id: 'data', label: words.data, icon: DownloadIcon, onAction: data.run }] : []),
          suspended
            ? entry('reactivate', words.reactivate, CircleCheckIcon)
            : { ...entry('suspend', words.suspend, CirclePauseIcon), reason },
        ],
        [
          { ...entry('delete', words.remove, Trash2Icon), final: true, reason },
          ...(isAdmin ? [{ ...entry('erase', words.erase, EraserIcon), final: true, reason }] : []),
        ],
      ]}
    />
  );
}

/** Downloads all data about a user as a file. */
export async function saveDataOf(user: string, name: string): Promise<void> {
  const response = await client.users.data({ params: { user } });
  saveFile(await response.blob(), `licet-${name}.ndjson`);
}
