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
import { useStoredState } from '../../ui/form-draft.ts';
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
import { sentenceOf } from '../../ui/problem.ts';
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
  const [dialog, setDialog] = useStoredState<UserDialog | null>(`dialog of user ${user.id}`, null);
  const mayGrant = may('grants.manage') || ownsAny;
  return (
    <>
      {(may('access.read') || ownsAny) && (
        <ButtonLink icon={CircleHelpIcon} to="/explain" search={{ user: user.id }}>
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
  const credentials = useQuery(userCredentials(user.id)).data;
  const { mayNotManage, mayNotSignIn } = useRefusals(user);
  const isSelf = useMe()?.user.id === user.id;
  const mayNotEnd = isSelf ? words.oneself : mayNotManage;
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
  const entry = (id: UserDialog, label: string, icon: IconType, reason?: string): MenuEntry => ({
    id,
    label,
    icon,
    reason,
    onAction: () => onOpen(id),
  });
  return (
    <Menu
      label={words.more(user.name)}
      trigger={<IconButton icon={EllipsisIcon} label={words.more(user.name)} />}
      groups={[
        [
          ...(user.status === 'invited' && user.email !== null
            ? [entry('invite', words.invite, MailIcon, mayNotSignIn)]
            : []),
          ...(unverified
            ? [
                {
                  id: 'verify',
                  label: words.sendVerification,
                  icon: MailIcon,
                  onAction: verify.run,
                  reason: mayNotManage,
                },
              ]
            : []),
          ...(credentials?.addressSetBy && user.email !== null
            ? [entry('confirm-address', words.confirmAddress, CircleCheckIcon)]
            : []),
          ...(user.status === 'invited' && invitation && canBeWithdrawn(invitation)
            ? [entry('withdraw', invitationWords.withdrawOne, XIcon, mayNotManage)]
            : []),
          ...(suspended ? [] : [entry('link', words.makeLink, LinkIcon, mayNotSignIn)]),
          ...(credentials && hasSecondFactor(credentials) && !isSelf
            ? [
                entry(
                  'reset',
                  onlyLinked(credentials) ? words.unlinkAccounts : words.resetSecondFactor,
                  SmartphoneIcon,
                  mayNotSignIn,
                ),
              ]
            : []),
        ],
        [
          entry('sign-out', words.signOut, LogOutIcon, mayNotManage),
          entry('hand-over', words.handOver, ArrowRightIcon),
          ...(isAdmin ? [{ id: 'data', label: words.data, icon: DownloadIcon, onAction: data.run }] : []),
          suspended
            ? entry('reactivate', words.reactivate, CircleCheckIcon, mayNotManage)
            : entry('suspend', words.suspend, CirclePauseIcon, mayNotEnd),
        ],
        [
          { ...entry('delete', words.remove, Trash2Icon, mayNotEnd), final: true },
          ...(isAdmin ? [{ ...entry('erase', words.erase, EraserIcon, mayNotEnd), final: true }] : []),
        ],
      ]}
    />
  );
}

/** Why the server would refuse the viewer's actions on a user. A sentence is undefined if it would not, or while loading. */
export function useRefusals({ id }: Pick<User, 'id'>) {
  const refusals = useQuery(userCredentials(id)).data?.refusals;
  const sentenceFor = (refusal: Record<string, unknown> | null | undefined) =>
    refusal ? sentenceOf(refusal, []) : undefined;
  return { mayNotManage: sentenceFor(refusals?.manage), mayNotSignIn: sentenceFor(refusals?.signIn) };
}

/** Downloads all data about a user as a file. */
export async function saveDataOf(user: string, name: string): Promise<void> {
  const response = await client.users.data({ params: { user } });
  saveFile(await response.blob(), `licet-${name}.ndjson`);
}
