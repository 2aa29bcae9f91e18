import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { fitPicture } from './fit-picture.ts';
import { words } from './words.ts';
import './picture-field.css';

/** A picture, chosen from a file. */
export function PictureField({
  field: { id, value, error, onChange },
  label,
  hint,
  use,
}: {
  field: BoundField<string>;
  label: string;
  hint: string;
  use: 'logo' | 'icon';
}): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const fitted = await fitPicture(file, use);
    setUnreadable(fitted === undefined);
    if (fitted !== undefined) onChange(fitted);
  };
  const note = unreadable ? words.unreadable : error;
  return (
    <fieldset className="field picture-field" aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <div className="picture-choice">
        {value !== '' && <img src={value} alt={label} />}
        <input
          ref={picker}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          accept="image/png,image/webp,image/svg+xml,image/jpeg"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button id={id} small aria-label={words.choose(label)} onClick={() => picker.current?.click()}>
          {words.chooseShort}
        </Button>
        {value !== '' && (
          <Button small kind="quiet" aria-label={words.remove(label)} onClick={() => onChange('')}>
            {words.removeShort}
          </Button>
        )}
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={note} />
    </fieldset>
  );
}
