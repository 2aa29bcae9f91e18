import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/choices.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { TextArea } from '../../ui/text-field.tsx';

interface Texts {
  label: string;
  hint: string;
}

/** A tick with what follows from it. */
export function Tick({ label, hint, id, value, onChange, error }: BoundField<boolean> & Texts): ReactNode {
  return (
    <div className="field">
      <Checkbox label={label} id={id} checked={value} onChange={onChange} aria-describedby={`${id}-note`} />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

interface LinesProps extends BoundField<string>, Texts {
  placeholder: string;
  optional?: boolean;
}

/** One a line. Which of them is wrong is said with the field. */
export function Lines(props: LinesProps): ReactNode {
  return <TextArea {...props} mono rows={2} spellCheck={false} autoCapitalize="off" />;
}
