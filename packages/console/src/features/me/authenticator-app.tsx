import { calls, type OwnCredentials } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-panel.tsx';
import { PlusIcon, SmartphoneIcon } from '../../ui/icons.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { totpOffer, whyNot } from './queries.ts';
import { credentialWords as words } from './words.ts';

interface AuthenticatorAppProps {
  own: OwnCredentials;
  /** Called with new recovery codes, which are shown once. */
  onCodes: (codes: readonly string[] | null) => void;
}

/** The viewer's authenticator app, with buttons to add, replace and remove it. */
export function AuthenticatorApp({ own, onCodes }: AuthenticatorAppProps): ReactNode {
  const [open, setOpen] = useState<'adding' | 'removing'>();
  const close = () => setOpen(undefined);
  const { totp } = own;
  return (
    <Section
      title={words.app}
      end={
        !totp && (
          <Button small icon={PlusIcon} {...whyNot(own)} onClick={() => setOpen('adding')}>
            {words.addApp}
          </Button>
        )
      }
    >
      {totp ? (
        <div className="lines">
          <div>
            <SmartphoneIcon />
            <span className="grow">
              <b>{words.appOn}</b>
              <span className="text-faint small block">
                {words.added} <Time at={totp.addedAt} />
                {totp.lastUsedAt !== null && (
                  <>
                    , {words.used} <Time at={totp.lastUsedAt} />
                  </>
                )}
              </span>
            </span>
            <Button small {...whyNot(own)} onClick={() => setOpen('adding')}>
              {words.replaceApp}
            </Button>
            <Button small {...whyNot(own)} onClick={() => setOpen('removing')}>
              {words.removeApp}
            </Button>
          </div>
        </div>
      ) : (
        <p className="text-muted">{words.noApp}</p>
      )}
      {open === 'adding' && <AddApp onClose={close} onCodes={onCodes} />}
      {open === 'removing' && (
        <ConfirmDialog
          title={words.removeAppQuestion}
          action={words.removeAppAction}
          run={() => client.credentials.removeTotp({})}
          done={words.appRemoved}
          onClose={close}
        >
          <p>{words.removeAppText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function AddApp({ onClose, onCodes }: { onClose: () => void } & Pick<AuthenticatorAppProps, 'onCodes'>): ReactNode {
  const refresh = useRefresh();
  const { data: offer, error, refetch } = useQuery(totpOffer);
  const form = useForm(
    {
      schema: codeOnly,
      initial: { code: '' },
      submit: async (body) => {
        const { recoveryCodes } = await client.credentials.confirmTotp({ body });
        await refresh();
        onCodes(recoveryCodes);
        showToast({ text: words.appAdded });
        onClose();
      },
    },
    'totp',
  );
  return (
    <Dialog
      open
      keepOpen
      title={words.addApp}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {words.addApp}
          </Button>
        </>
      }
    >
      {offer ? (
        <>
          <p>{words.scan}</p>
          <QrCode text={offer.uri} label={words.picture} />
          <CopyField whole label={words.secret} value={offer.secret} hint={words.secretHint} />
        </>
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      <FormBody form={form} labels={{ code: words.code }} focus>
        <TextField
          {...form.field('code')}
          label={words.code}
          hint={words.codeHint}
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </FormBody>
    </Dialog>
  );
}

const codeOnly = calls.credentials.confirmTotp.body;
