import { calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { words } from './words.ts';

const FORM = 'deny-request';

export interface DenyDialogProps {
  title: string;
  /** Explains the consequence of declining, and who can read the reason. */
  text: string;
  /** The label of the button. */
  action: string;
  /** The reason typed so far. */
  draft: string;
  onDraft: (reason: string) => void;
  onClose: () => void;
  /** Sends the decision. If it throws, the dialog shows the error. */
  onDeny: (reason: string) => Promise<void>;
}

/** Declines one or several requests. The reason is sent to the users who made them. */
export function DenyDialog({ title, text, action, draft, onDraft, onClose, onDeny }: DenyDialogProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: calls.requests.deny.body,
      initial: { reason: draft },
      submit: async ({ reason }) => {
        await onDeny(reason);
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
      title={title}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
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
