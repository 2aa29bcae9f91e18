import './form-body.css';
import { type ReactNode, useEffect } from 'react';
import { classNames } from './class-names.ts';
import { FormErrors, type FormErrorsProps } from './form-errors.tsx';

export interface FormBodyProps<V extends object> extends FormErrorsProps<V> {
  children: ReactNode;
  /** Focuses the first field when it opens. */
  focus?: boolean | undefined;
  narrow?: boolean | undefined;
}

/** A form: its errors, then its fields. The first field of its values must be the first on the screen. */
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
