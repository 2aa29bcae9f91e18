import { type Me, userChange } from '@licet/contract';
import type { ReactNode } from 'react';
import { useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { language, languages, speak } from '../../ui/language.ts';
import { Facts, Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DelegationSection } from './delegation-section.tsx';
import { EmailSection } from './email-section.tsx';
import { OwnData } from './own-data.tsx';
import { words } from './words.ts';
import './profile-tab.css';

/** Name, language, and what only an administrator changes. */
export function ProfileTab({ me }: { me: Me }): ReactNode {
  return (
    <PageBody>
      <div className="me-profile">
        <Section title={words.profile}>
          <NameForm key={me.user.version} me={me} />
          <Facts facts={[[words.username, me.user.username]]} />
          <p className="hint">{words.askAdministrator}</p>
        </Section>
        <EmailSection me={me} />
        <Section title={words.language}>
          <SegmentedControl
            label={words.language}
            choices={spokenLanguages}
            value={language === 'pseudo' ? 'en' : language}
            onChange={speak}
          />
          <p className="hint">{words.languageHint}</p>
        </Section>
        <DelegationSection />
        <OwnData me={me} />
      </div>
    </PageBody>
  );
}

const spokenLanguages = [
  { value: 'en', label: languages.en },
  { value: 'de', label: languages.de },
] as const;

const nameOnly = userChange.pick({ name: true }).required();

function NameForm({ me }: { me: Me }): ReactNode {
  const refresh = useRefresh();
  const undoing = useUndo();
  const form = useForm(
    {
      schema: nameOnly,
      initial: { name: me.user.name },
      keep: 'my-name',
      submit: async (body) => {
        const user = await client.me.update({ body, ifMatch: me.user.version });
        form.reset({ name: user.name });
        await refresh();
        const former = { name: me.user.name };
        const undo = {
          run: () => client.me.update({ body: former, ifMatch: user.version }),
          done: words.nameSaved(former.name),
        };
        showToast({ text: words.nameSaved(user.name), action: undoing(undo) });
      },
    },
    'me',
  );
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <FormErrors form={form} labels={{ name: words.name }} />
      <TextField {...form.field('name')} label={words.name} hint={words.nameHint} autoComplete="name" />
      <div>
        <Button type="submit" pending={form.pending}>
          {words.saveName}
        </Button>
      </div>
    </form>
  );
}
