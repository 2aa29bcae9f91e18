import {
  limits,
  type OwnCredentials,
  type Passkey,
  type PasskeyRegistration,
  passkey as schema,
} from '@licet/contract';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { type ReactNode, useState } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { useStoredState } from '../../ui/form-draft.ts';
import { FormBody } from '../../ui/form-panel.tsx';
import { FingerprintIcon, PencilIcon, PlusIcon, Trash2Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { SignInAgainButton } from '../../ui/sign-in-again.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { mayChange, whyNot } from './queries.ts';
import { credentialWords as words } from './words.ts';

/** The error after the browser failed to create a passkey. A form can show it. */
class NotMade extends Error {
  override readonly name = 'NotMade';
  readonly problem: { readonly title: string; readonly detail: string };
  constructor(detail: string) {
    super(words.notMade);
    this.problem = { title: words.notMade, detail };
  }
}

/** Creates a passkey in the browser and registers it. Returns undefined if the user closed the browser's dialog. */
async function createPasskey(name: string) {
  if (typeof globalThis.PublicKeyCredential !== 'function') throw new NotMade(words.noPasskeySupport);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const offer = await client.credentials.passkeyOptions({});
  const optionsJSON = offer as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(
    (error: unknown): RegistrationResponseJSON | undefined => {
      const kind = error instanceof Error ? error.name : '';
      if (kind === 'NotAllowedError' || kind === 'AbortError') return undefined;
      throw new NotMade(kind === 'InvalidStateError' ? words.alreadyHere : words.notMadeText);
    },
  );
  return response && client.credentials.addPasskey({ body: { name, response: asJson(response) } });
}

/** Converts to plain JSON, which drops methods and undefined values. */
const asJson = (response: RegistrationResponseJSON): PasskeyRegistration => JSON.parse(JSON.stringify(response));

interface PasskeysProps {
  own: OwnCredentials;
  /** Called with the recovery codes that are created with the first passkey and are shown once. */
  onCodes: (codes: readonly string[] | null) => void;
}

/** The viewer's passkeys, with buttons to add, rename and remove them. */
export function Passkeys({ own, onCodes }: PasskeysProps): ReactNode {
  const [adding, setAdding] = useStoredState('adding a passkey', false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const { passkeys } = own;
  return (
    <Section
      title={words.passkeys}
      {...(passkeys.length > 0 && { n: passkeys.length })}
      end={
        <Button small icon={PlusIcon} {...whyNot(own)} onClick={() => setAdding(true)}>
          {words.addPasskey}
        </Button>
      }
    >
      {passkeys.length === 0 ? (
        <p className="text-muted">{words.noPasskeys}</p>
      ) : (
        <div className="lines">
          {passkeys.map((passkey) => (
            <div key={passkey.id}>
              <FingerprintIcon />
              <span className="grow">
                <b>{passkey.name}</b>
                <span className="text-faint small block">
                  {words.added} <Time at={passkey.createdAt} />,{' '}
                  {passkey.lastUsedAt === null ? words.neverUsed : words.used}
                  {passkey.lastUsedAt !== null && (
                    <>
                      {' '}
                      <Time at={passkey.lastUsedAt} />
                    </>
                  )}
                  {passkey.backedUp && `, ${words.backedUp}`}
                </span>
              </span>
              <IconButton
                icon={PencilIcon}
                label={words.renameWhat(passkey.name)}
                onClick={() => setRenaming(passkey)}
              />
              <IconButton
                icon={Trash2Icon}
                label={words.removeWhat(passkey.name)}
                {...whyNot(own)}
                onClick={() => setRemoving(passkey)}
              />
            </div>
          ))}
        </div>
      )}
      {adding && <AddPasskey own={own} onClose={() => setAdding(false)} onCodes={onCodes} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={words.removeQuestion(removing.name)}
          action={words.removePasskey}
          run={() => client.credentials.removePasskey({ params: { passkey: removing.id } })}
          done={words.removed(removing.name)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function AddPasskey({ own, onClose, onCodes }: { onClose: () => void } & PasskeysProps): ReactNode {
  // Require a recent sign-in before the user types a name, because the page may have been open for a long time.
  if (!mayChange(own))
    return (
      <Dialog open title={words.newPasskey} onClose={onClose} foot={<Button onClick={onClose}>{words.cancel}</Button>}>
        <p>{own.provedAt === null ? words.signInHere : words.signInLately}</p>
        <SignInAgainButton problem={{ code: 'sign_in_again' }} />
      </Dialog>
    );
  return (
    <NameDialog
      title={words.newPasskey}
      lead={words.newPasskeyText}
      action={words.addPasskey}
      name={browserOf(navigator.userAgent) ?? words.thisDevice}
      keep="new passkey"
      submit={async (name) => {
        const created = await createPasskey(name);
        if (!created) return false;
        onCodes(created.recoveryCodes);
        showToast({ text: words.passkeyAdded(name) });
        return true;
      }}
      onClose={onClose}
    />
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }): ReactNode {
  const undoing = useUndo();
  const rename = (name: string) =>
    client.credentials.renamePasskey({ params: { passkey: passkey.id }, body: { name } });
  return (
    <NameDialog
      title={words.renameWhat(passkey.name)}
      action={words.rename}
      name={passkey.name}
      submit={async (name) => {
        await rename(name);
        const undo = { run: () => rename(passkey.name), done: words.renamed(passkey.name) };
        showToast({ text: words.renamed(name), action: undoing(undo) });
        return true;
      }}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  lead?: string;
  action: string;
  name: string;
  /** The key under which the typed name survives a reload. */
  keep?: string;
  /** Returns whether the passkey was saved. */
  submit: (name: string) => Promise<boolean>;
  onClose: () => void;
}

function NameDialog({ title, lead, action, name, keep, submit, onClose }: NameDialogProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: nameOnly,
      initial: { name },
      keep,
      submit: async (entered) => {
        if (!(await submit(entered.name))) return;
        await refresh();
        onClose();
      },
    },
    'passkey',
  );
  return (
    <Dialog
      open
      keepOpen
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {action}
          </Button>
        </>
      }
    >
      {lead !== undefined && <p>{lead}</p>}
      <FormBody form={form} labels={{ name: words.passkeyName }} focus>
        <TextField
          {...form.field('name')}
          label={words.passkeyName}
          hint={words.passkeyNameHint}
          maxLength={limits.passkeyNameMax.value}
        />
      </FormBody>
    </Dialog>
  );
}

const nameOnly = schema.pick({ name: true });
