import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './icon.tsx';
import { words } from './words.ts';
import './button.css';

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'size' | 'type'>;

export interface TextFieldProps extends FieldProps, InputProps {
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'number' | undefined;
  /** For identifiers, permissions and codes. */
  mono?: boolean | undefined;
}

/** One line of text. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, hint, error, optional, hideLabel, labelEnd, onChange, mono, className, id, ...input } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      labelEnd={labelEnd}
      id={id}
    >
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          aria-invalid={control['aria-invalid'] ?? input['aria-invalid']}
          className={classNames('input', mono && 'mono', className)}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> {
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  mono?: boolean | undefined;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps): ReactNode {
  const { label, hint, error, optional, hideLabel, labelEnd, onChange, mono, className, id, ...input } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      labelEnd={labelEnd}
      id={id}
    >
      {(control) => (
        <textarea
          rows={3}
          {...input}
          {...control}
          className={classNames('input', mono && 'mono', className)}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A hidden username next to a password field, from which password managers learn the account. */
export function HiddenUsername({ username }: { username: string }): ReactNode {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** A password, with a button that shows it. Pasting is allowed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'mono'>): ReactNode {
  const { label, hint, error, optional, hideLabel, labelEnd, onChange, className, id, ...input } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      labelEnd={labelEnd}
      id={id}
    >
      {(control) => (
        <div className={classNames('input-box', error !== undefined && 'invalid', className)}>
          <input
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            onChange={(event) => onChange?.(event.target.value)}
          />
          <button
            type="button"
            className="button quiet icon-only compact in-field"
            aria-label={shown ? words.hidePassword : words.showPassword}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </Field>
  );
}
