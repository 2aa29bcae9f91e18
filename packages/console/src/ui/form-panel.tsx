import type { ReactNode } from 'react';
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
  /** Whether the first field has the focus when it opens; the panel has it otherwise (where that field would open a list). */
  focusFirst?: boolean | undefined;
}

/** Something new is made: a form beside the list. */
export function FormPanel<V extends object>({
  title,
  lead,
  action,
  onClose,
  focusFirst = true,
  ...body
}: FormPanelProps<V>): ReactNode {
  const { form } = body;
  return (
    <Panel
      title={title}
      lead={lead}
      onClose={onClose}
      takeFocus={!focusFirst}
      foot={
        <>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {action}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <FormBody {...body} focus={focusFirst} />
    </Panel>
  );
}
