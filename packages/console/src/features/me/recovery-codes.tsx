import type { OwnCredentials } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyRoundIcon } from '../../ui/page-icons.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { whyNot } from './may-change.ts';
import { credentialWords as words } from './words.ts';

interface RecoveryCodesProps {
  own: OwnCredentials;
  /** New ones, to be shown once. */
  onCodes: (codes: readonly string[]) => void;
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ own, onCodes }: RecoveryCodesProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const { recoveryCodes: codes, totp, passkeys } = own;
  const make = async () => onCodes((await client.credentials.makeRecoveryCodes({})).recoveryCodes);
  return (
    <Section
      title={words.recovery}
      end={
        (totp !== null || passkeys.length > 0) && (
          <Button small {...whyNot(own)} onClick={() => setAsking(true)}>
            {words.newCodes}
          </Button>
        )
      }
    >
      {codes ? (
        <div className="lines">
          <div>
            <KeyRoundIcon />
            <span className="grow">
              <b>{words.left(codes.left, codes.of)}</b>
              <span className="text-faint small block">
                {words.made} <Time at={codes.madeAt} />
              </span>
            </span>
          </div>
        </div>
      ) : (
        <p className="text-muted">{words.noRecovery}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={words.newCodesQuestion}
          action={words.newCodes}
          run={make}
          onClose={() => setAsking(false)}
        >
          <p>{words.newCodesText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Recovery codes, this once. A click outside does not close it. */
export function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      keepOpen
      title={words.shownTitle}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {words.kept}
        </Button>
      }
    >
      <p>{words.shownText}</p>
      <CodeBlock label={words.codesList} code={codes.join('\n')} />
    </Dialog>
  );
}
