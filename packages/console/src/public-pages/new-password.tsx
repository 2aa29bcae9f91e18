import { limits } from '@licet/contract';
import type { ReactNode } from 'react';
import type { BoundField } from '../ui/form.ts';
import { StatusTag } from '../ui/status.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { words } from './words.ts';

/**
 * The field for a new password. Shows the only requirement, a minimum length, with a tick as soon as the input meets
 * it.
 */
export function NewPassword({
  field,
  label = words.password,
  autoFocus,
}: {
  field: BoundField<string>;
  label?: string;
  autoFocus?: boolean | undefined;
}): ReactNode {
  const least = limits.passwordMin.value;
  const length = passwordLength(field.value);
  return (
    <PasswordField
      {...field}
      label={label}
      autoFocus={autoFocus}
      autoComplete="new-password"
      hint={words.passwordHint(least)}
      labelEnd={
        <span aria-live="polite" className="small">
          {length >= least ? (
            <StatusTag kind="yes">{words.longEnough}</StatusTag>
          ) : (
            length > 0 && <span className="text-faint">{words.toGo(least - length)}</span>
          )}
        </span>
      }
    />
  );
}

/** The length in characters, as the server counts them. */
export const passwordLength = (password: string): number => [...password.normalize('NFKC')].length;
