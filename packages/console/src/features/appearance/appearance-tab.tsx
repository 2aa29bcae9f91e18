import { type Appearance, appearanceChange, calls, type Ground, isReadable, nearestReadable } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { organisationQuery } from '../../blocks/organisation.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import {
  type AppearanceValues,
  colourIn,
  entryOf,
  isColour,
  ownAccent,
  shownColour,
  valuesOf,
} from './appearance-form.ts';
import { previewWords, words } from './words.ts';
import './appearance.css';
import { Mark, Word } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { reasons } from '../../ui/reasons/shown.ts';
import { TextField } from '../../ui/text-field.tsx';
import { fitPicture } from './fit-picture.ts';
import '../../ui/button.css';

/** A preview of the sign-in page on light and dark backgrounds, from the unsaved form values. */
function SignInPreview({ values, name }: { values: AppearanceValues; name: string }): ReactNode {
  return (
    <div className="sign-in-previews">
      {(['light', 'dark'] as const).map((ground) => (
        <figure key={ground}>
          <Miniature values={values} name={name} ground={ground} />
          <figcaption className="hint">
            {previewWords.on[ground]}
            {isAdjusted(values, ground) && <span> · {previewWords.adjusted}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Whether the shown colour differs from the entered one. */
function isAdjusted({ accent, accentDark }: AppearanceValues, ground: Ground): boolean {
  const colour = colourIn(ground === 'light' ? accent : accentDark);
  return isColour(colour) && !isReadable(colour, ground);
}

/** The same CSS variables as on the real sign-in pages: see appearance/page-head.ts of the server. */
function coloursOf(values: AppearanceValues, ground: Ground): CSSProperties {
  if (!isColour(colourIn(values.accent))) return {};
  const onAccent = ground === 'light' ? 'var(--surface)' : 'var(--ground)';
  const tokens = { '--accent': shownColour(values, ground), '--accent-fill': 'var(--accent)', '--on-accent': onAccent };
  return tokens as CSSProperties;
}

const grounds: Readonly<Record<Ground, string>> = { light: 'on-light', dark: 'on-dark' };

function Miniature({ values, name, ground }: { values: AppearanceValues; name: string; ground: Ground }): ReactNode {
  const { logo, logoDark, icon } = values;
  const picture = ground === 'light' ? logo || logoDark : logoDark || logo;
  return (
    <div
      className={classNames('sign-in-preview', grounds[ground])}
      style={coloursOf(values, ground)}
      role="img"
      aria-label={previewWords.on[ground]}
    >
      <div className="preview-head">
        {picture === '' ? (
          <span className="brand">
            {name === 'Licet' || name === '' ? (
              <>
                <Mark />
                <Word />
              </>
            ) : (
              <>
                {icon && <img src={icon} width={20} height={20} alt="" />}
                <b>{name}</b>
              </>
            )}
          </span>
        ) : (
          <img src={picture} alt="" />
        )}
      </div>
      <div className="preview-card">
        <b className="preview-title">{previewWords.signIn}</b>
        <span>{previewWords.login}</span>
        <span className="preview-field" />
        <span>{previewWords.password}</span>
        <span className="preview-field" />
        <span className="button primary">{previewWords.signIn}</span>
        <span className="link">{previewWords.forgot}</span>
      </div>
      <div className="preview-foot">{picture !== '' && name}</div>
    </div>
  );
}

/** The appearance of the sign-in pages. */
const appearanceQuery = queryOptions({
  queryKey: ['appearance'],
  queryFn: ({ signal }) => client.appearance.get({ signal }),
});

/** The appearance of the sign-in pages: logo and colours, with a preview beside them. */
export function AppearanceTab(): ReactNode {
  const appearance = useQuery(appearanceQuery);
  return (
    <PageBody>
      {appearance.data ? (
        <AppearanceForm appearance={appearance.data} />
      ) : appearance.error ? (
        <ErrorState error={appearance.error} onRetry={() => void appearance.refetch()} />
      ) : (
        <SkeletonFields fields={4} />
      )}
    </PageBody>
  );
}

const named = (appearance: Appearance) => ({ ...appearance, id: 'appearance' });

function AppearanceForm({ appearance }: { appearance: Appearance }): ReactNode {
  const name = useQuery(organisationQuery).data ?? '';
  const edit = useEdit({
    name: 'appearance',
    of: named(appearance),
    schema: calls.appearance.update.body,
    valuesOf,
    entry: entryOf,
    save: async (body, ifMatch) => named(await client.appearance.update({ body, ifMatch })),
    load: async () => named(await client.appearance.get({})),
    saved: () => words.saved,
  });
  const { form } = edit;
  const { version: saved } = appearance; // A new version means that the form was saved. Saving clears the message about a file.
  const hasAccent = isColour(colourIn(form.values.accent));
  return (
    <div className="appearance">
      <EditForm edit={edit} of={words.of} labels={labels} inWords={inWords}>
        <ColourField
          field={form.field('accent')}
          label={words.accent}
          hint={words.accentHint}
          ground="light"
          shown={ownAccent.light}
        />
        {hasAccent && (
          <ColourField
            field={form.field('accentDark')}
            label={words.accentDark}
            hint={words.accentDarkHint(derivedAccent(form.values.accent))}
            ground="dark"
            shown={derivedAccent(form.values.accent)}
          />
        )}
        <PictureField
          key={`logo ${saved}`}
          field={form.field('logo')}
          label={words.logo}
          hint={words.logoHint}
          use="logo"
        />
        <PictureField
          key={`logoDark ${saved}`}
          field={form.field('logoDark')}
          label={words.logoDark}
          hint={words.logoDarkHint}
          use="logo"
        />
        <PictureField
          key={`icon ${saved}`}
          field={form.field('icon')}
          label={words.icon}
          hint={words.iconHint}
          use="icon"
        />
      </EditForm>
      <section aria-label={previewWords.title}>
        <SignInPreview values={form.values} name={name} />
        <p className="hint">{previewWords.name}</p>
      </section>
    </div>
  );
}

const derivedAccent = (accent: string) =>
  shownColour({ accent, accentDark: '', logo: '', logoDark: '', icon: '' }, 'dark');

const labels = {
  accent: words.accent,
  accentDark: words.accentDark,
  logo: words.logo,
  logoDark: words.logoDark,
  icon: words.icon,
};

const pictureInWords = (value: string) => value && words.aPicture;
const inWords = { logo: pictureInWords, logoDark: pictureInWords, icon: pictureInWords };

/** The field for a picture, chosen from a file. */
function PictureField({
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

/**
 * The field for a colour, typed or picked. Reports an unreadable colour while it is typed, with the nearest readable
 * one.
 */
function ColourField({
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
  /** The initial colour of the picker. */
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

/** Returns the server's message about an unreadable colour, from the contract's schema. */
function sentenceOn(ground: Ground, colour: string): string | undefined {
  const { error } = appearanceChange.safeParse(ground === 'light' ? { accent: colour } : { accentDark: colour });
  const [issue] = error?.issues ?? [];
  return issue && reasons.ofIssue(issue);
}
