import { appearanceChange, type Ground, isReadable, nearestReadable } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { BoundField } from '../../ui/form.ts';
import { reasons } from '../../ui/reasons/shown.ts';
import { TextField } from '../../ui/text-field.tsx';
import { colourIn, isColour } from './appearance-form.ts';
import { words } from './words.ts';
import './colour-field.css';

/** A colour, typed or picked. One that letters could not be read in says so at once, with the nearest that can. */
export function ColourField({
  field,
  label,
  hint,
  ground,
  shown,
}: {
  field: BoundField<string>;
  label: string;
  hint: string;
  ground: Ground;
  /** What the picker begins with. */
  shown: string;
}): ReactNode {
  const colour = colourIn(field.value);
  const unreadable = isColour(colour) && !isReadable(colour, ground);
  const nearest = isColour(colour) ? nearestReadable(colour, ground) : '';
  return (
    <div className="colour-field">
      <TextField
        {...field}
        label={label}
        hint={hint}
        error={field.error ?? (unreadable ? sentenceOn(ground, colour) : undefined)}
        mono
        optional
        autoCapitalize="off"
        spellCheck={false}
        placeholder={shown}
      />
      <input
        type="color"
        className="colour-swatch"
        aria-label={words.pick[ground]}
        value={isColour(colour) ? colour : shown}
        onChange={(event) => field.onChange(event.target.value)}
      />
      {unreadable && (
        <Button small onClick={() => field.onChange(nearest)}>
          {words.take(nearest)}
        </Button>
      )}
    </div>
  );
}

/** The same sentence that the server would refuse it by. */
function sentenceOn(ground: Ground, colour: string): string | undefined {
  const { error } = appearanceChange.safeParse(ground === 'light' ? { accent: colour } : { accentDark: colour });
  const [issue] = error?.issues ?? [];
  return issue && reasons.ofIssue(issue);
}
