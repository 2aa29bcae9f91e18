import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { FormBody, type FormBodyProps } from './form-body.tsx';
import { Panel } from './panel.tsx';
import { words } from './words.ts';

export interface FormPanelProps<V extends object> extends Pick<FormBodyProps<V>, 'form' | 'labels' | 'children'> {
  title: ReactNode;
  lead?: ReactNode;
  /** Verb and object: "Create group". */
  action: string;
  onClose: () => void;
  /** A button beside the submit button. */
  secondary?: ReactNode;
}

/**
 * A form for something new, beside the list, with the focus in its first field. With unsent input, Escape first moves
 * to Cancel and closes only from there, so that a key meant for a list or a tip discards nothing.
 */
export function FormPanel<V extends object>({
  title,
  lead,
  action,
  onClose,
  secondary,
  ...body
}: FormPanelProps<V>): ReactNode {
  const { form } = body;
  const cancel = useRef<HTMLButtonElement>(null);
  const onEscape = () => {
    if (form.changed && document.activeElement !== cancel.current) cancel.current?.focus();
    else onClose();
  };
  return (
    <Panel
      title={title}
      lead={lead}
      onClose={onClose}
      onEscape={onEscape}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {action}
          </Button>
          {secondary}
          <Button ref={cancel} onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <FormBody {...body} focus />
    </Panel>
  );
}
