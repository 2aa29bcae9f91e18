import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { FormErrors, type FormErrorsProps } from './form-errors.tsx';
import { Panel } from './panel.tsx';
import { words } from './words.ts';
import './field.css';

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
 * A panel with the form for a new object. Focuses the first field. With unsent input, the first Escape only moves the
 * focus to Cancel, and a second one closes the panel. So an Escape that was meant for a list or a tooltip does not
 * discard the input.
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

interface FormBodyProps<V extends object> extends FormErrorsProps<V> {
  children: ReactNode;
  /** Whether to focus the first field when the form opens. */
  focus?: boolean | undefined;
  narrow?: boolean | undefined;
}

/**
 * The content of a form: its errors, then its fields. With `focus`, it focuses the field of the first key in the
 * values, so that key must belong to the first field on the screen.
 */
export function FormBody<V extends object>({ form, labels, children, focus, narrow }: FormBodyProps<V>): ReactNode {
  const first = form.fieldId(Object.keys(form.values)[0] ?? '');
  useEffect(() => {
    if (focus) document.getElementById(first)?.focus();
  }, [focus, first]);
  return (
    <form id={form.id} className={classNames('form', narrow && 'form-narrow')} noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={labels} />
      {children}
    </form>
  );
}
