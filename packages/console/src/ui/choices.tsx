import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { type Choose, useAhead } from './ahead.ts';
import { classNames } from './class-names.ts';
import { FieldNote } from './field.tsx';
import './choices.css';

type BoxProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'type' | 'checked' | 'ref'>;

export interface CheckboxProps extends BoxProps {
  label: ReactNode;
  checked?: boolean | undefined;
  onChange?: Choose<boolean> | undefined;
  /** Whether some but not all of the items that the checkbox represents are ticked. */
  mixed?: boolean | undefined;
  /** Hides the label except from screen readers, for rows of tables. */
  hideLabel?: boolean | undefined;
}

/** A checkbox. */
export function Checkbox({
  label,
  checked,
  onChange,
  mixed = false,
  hideLabel,
  className,
  ...rest
}: CheckboxProps): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  const [shown, choose] = useAhead(checked, onChange as Choose<boolean | undefined> | undefined);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={classNames('check', className)}>
      <input
        {...rest}
        ref={box}
        type="checkbox"
        {...(shown !== undefined && { checked: shown })}
        onChange={(event) => choose(event.target.checked)}
      />
      {hideLabel ? <span className="visually-hidden">{label}</span> : label}
    </label>
  );
}

export interface Choice<V extends string> {
  value: V;
  label: ReactNode;
  /** A count, in a muted colour. */
  count?: string | number | undefined;
}

export interface ChoicesProps<V extends string> {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: Choose<V>;
  /** Shows the label above, as in a form. Without it only screen readers read the label. */
  showLabel?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Fills the width. */
  wide?: boolean | undefined;
}

/** A choice among two to five options that fit on one line. */
export function SegmentedControl<V extends string>(props: ChoicesProps<V>): ReactNode {
  const { choices, wide } = props;
  const [value, choose] = useAhead(props.value, props.onChange);
  return (
    <ChoiceGroup {...props} className={classNames('segmented', wide && 'wide')}>
      {(name) =>
        choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => choose(choice.value)} />
            {choice.label}
            {choice.count !== undefined && <span className="number">{choice.count}</span>}
          </label>
        ))
      }
    </ChoiceGroup>
  );
}

/** A choice among options that each need a line or a longer text. */
export function RadioGroup<V extends string>(props: ChoicesProps<V>): ReactNode {
  const { choices } = props;
  const [value, choose] = useAhead(props.value, props.onChange);
  return (
    <ChoiceGroup {...props} className="radios">
      {(name) =>
        choices.map((choice) => (
          <label key={choice.value} className="check">
            <input type="radio" name={name} checked={choice.value === value} onChange={() => choose(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))
      }
    </ChoiceGroup>
  );
}

function ChoiceGroup<V extends string>({
  label,
  showLabel,
  hint,
  error,
  className,
  children,
}: ChoicesProps<V> & {
  className: string;
  children: (name: string) => ReactNode;
}): ReactNode {
  const id = useId();
  const note = error !== undefined || hint !== undefined;
  const group = {
    role: 'radiogroup',
    className,
    'aria-describedby': note ? `${id}-note` : undefined,
    ...(showLabel ? { 'aria-labelledby': `${id}-label` } : { 'aria-label': label }),
  };
  if (!showLabel && !note) return <div {...group}>{children(id)}</div>;
  return (
    <div className="field">
      {showLabel && (
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
      )}
      <div {...group}>{children(id)}</div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}
