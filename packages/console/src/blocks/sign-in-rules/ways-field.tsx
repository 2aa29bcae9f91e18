import { type FirstWay, firstWay } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { Checkbox } from '../../ui/choices.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { wayWords as words } from './words.ts';
import './sign-in-rules.css';

/** The ways of signing in, each with an explanation. */
export function WaysField({
  label,
  id,
  value,
  onChange,
  error,
  among = firstWay.options,
  under,
}: Omit<BoundField<FirstWay[]>, 'name'> & {
  label: string;
  /** The ways that can be chosen; the field marks the others as not accepted. */
  among?: readonly FirstWay[] | undefined;
  /** Further settings of a chosen way. */
  under?: ((way: FirstWay) => ReactNode) | undefined;
}): ReactNode {
  const own = useId();
  const choose = (way: FirstWay, on: boolean) =>
    onChange(firstWay.options.filter((one) => (one === way ? on : value.includes(one))));
  const group = { role: 'group', 'aria-label': label };
  return (
    <div className="ways-field" {...group} id={id} tabIndex={-1}>
      {firstWay.options.map((way) => (
        <div key={way}>
          <Checkbox
            label={words.names[way]}
            checked={value.includes(way)}
            disabled={!among.includes(way) && !value.includes(way)}
            onChange={(on) => choose(way, on)}
            aria-describedby={`${own}-${way}`}
          />
          <p className="hint" id={`${own}-${way}`}>
            {among.includes(way) ? words.hints[way] : words.notTaken}
          </p>
          {value.includes(way) && under?.(way)}
        </div>
      ))}
      <FieldNote id={`${own}-note`} error={error} />
    </div>
  );
}
