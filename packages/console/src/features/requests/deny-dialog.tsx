import { type AccessRequest, calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { meanwhile, meanwhileText } from './meanwhile.ts';
import { words } from './words.ts';

const FORM = 'deny-request';

export interface DenyDialogProps {
  request: AccessRequest;
  /** What was typed before. */
  draft: string;
  onDraft: (reason: string) => void;
  onClose: () => void;
  onDenied: () => void;
  onMeanwhile: (detail: string) => void;
}

/** Refuses a request, with a reason that the person reads. */
export function DenyDialog({ request, draft, onDraft, onClose, onDenied, onMeanwhile }: DenyDialogProps): ReactNode {
  const { id, version, user } = request;
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: calls.requests.deny.body,
      initial: { reason: draft },
      submit: async ({ reason }) => {
        try {
          await client.requests.deny({ params: { request: id }, body: { reason }, ifMatch: version });
        } catch (error) {
          if (!meanwhile(error)) throw error;
          onClose();
          onMeanwhile(meanwhileText(error));
          return;
        }
        showToast({ text: words.denied(user.name) });
        onClose();
        onDenied();
        void refresh();
      },
    },
    FORM,
  );
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.denyTitle(user.name)}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {words.denyAction}
          </Button>
        </>
      }
    >
      <p>{words.denyText(user.name)}</p>
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={{ reason: words.denyReason }} />
        <TextArea
          label={words.denyReason}
          autoFocus
          {...form.field('reason')}
          onChange={(reason) => {
            form.set('reason', reason);
            onDraft(reason);
          }}
        />
      </form>
    </Dialog>
  );
}
