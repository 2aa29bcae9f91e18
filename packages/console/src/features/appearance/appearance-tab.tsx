import { type Appearance, calls } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { organisationQuery } from '../../blocks/organisation.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import { colourIn, entryOf, isColour, ownAccent, shownColour, valuesOf } from './appearance-form.ts';
import { ColourField } from './colour-field.tsx';
import { PictureField } from './picture-field.tsx';
import { appearanceQuery } from './queries.ts';
import { SignInPreview } from './sign-in-preview.tsx';
import { previewWords, words } from './words.ts';
import './appearance-tab.css';

/** How the sign-in pages look: logo and colours, with a preview beside them. */
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
  const { version: saved } = appearance; // what was said of a file goes when the form is saved
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
            hint={words.accentDarkHint(made(form.values.accent))}
            ground="dark"
            shown={made(form.values.accent)}
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

const made = (accent: string) => shownColour({ accent, accentDark: '', logo: '', logoDark: '', icon: '' }, 'dark');

const labels = {
  accent: words.accent,
  accentDark: words.accentDark,
  logo: words.logo,
  logoDark: words.logoDark,
  icon: words.icon,
};

const pictureInWords = (value: string) => value && words.aPicture;
const inWords = { logo: pictureInWords, logoDark: pictureInWords, icon: pictureInWords };
