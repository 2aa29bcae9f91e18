import { calls, type Settings } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { withPresent } from '../../blocks/sign-in-rules/usual-lengths.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { settingsQuery } from './queries.ts';
import { reminderWords as words } from './words.ts';

/** How long before grants and keys end people are reminded of it. */
export function RemindersSection(): ReactNode {
  const settings = useQuery(settingsQuery);
  return (
    <Section title={words.title}>
      {settings.data ? (
        <RemindersForm settings={settings.data} />
      ) : settings.error ? (
        <ErrorState small error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </Section>
  );
}

const usual = [0, 1, 3, 7, 14, 30] as const;
const inWords = (days: number) => (days === 0 ? words.never : words.before(days));
const named = (settings: Settings) => ({ ...settings, id: 'settings' });

function RemindersForm({ settings }: { settings: Settings }): ReactNode {
  const edit = useEdit({
    name: 'reminders',
    of: named(settings),
    schema: calls.settings.update.body,
    valuesOf: ({ remindDays }) => ({ remindDays }),
    save: async ({ remindDays = settings.remindDays }, ifMatch) =>
      named(await client.settings.update({ body: { remindDays }, ifMatch })),
    load: async () => named(await client.settings.get({})),
    saved: () => words.saved,
  });
  const { values, set } = edit.form;
  return (
    <EditForm edit={edit} of={words.title} labels={{ remindDays: words.when }} inWords={{ remindDays: inWords }}>
      <p className="text-muted">{words.about}</p>
      <Select
        label={words.when}
        hint={words.hint}
        options={withPresent(usual, values.remindDays, inWords)}
        value={String(values.remindDays)}
        onChange={(days) => set('remindDays', Number(days))}
      />
    </EditForm>
  );
}
