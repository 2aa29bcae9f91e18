import { limits } from '@licet/contract';
import type { ReactNode } from 'react';
import type { BoundField } from '../ui/form.ts';
import { StatusTag } from '../ui/status.tsx';
import { PasswordField } from '../ui/text-field.tsx';

/** A new password, with its only rule said beforehand and ticked as one types. */
export function NewPassword({ field, label = 'Password' }: { field: BoundField<string>; label?: string }): ReactNode {
  const least = limits.passwordMin.value;
  const length = [...field.value.normalize('NFKC')].length;
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="new-password"
      hint={`At least ${least} characters. Spaces count. Paste is welcome.`}
      labelEnd={
        <span aria-live="polite" className="small">
          {length >= least ? (
            <StatusTag kind="yes">Long enough</StatusTag>
          ) : (
            length > 0 && <span className="text-faint">{`${least - length} to go`}</span>
          )}
        </span>
      }
    />
  );
}
