import { type MailLanguage, type MailTemplate, mailTemplate } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import { language } from '../../ui/language.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { mailExamples } from './queries.ts';
import { formWords, templateWords, exampleWords as words } from './words.ts';
import './mail.css';

/** A preview of each mail in each language, as HTML and as text. */
export function ExamplesSection(): ReactNode {
  const examples = useQuery(mailExamples);
  const [template, setTemplate] = useState<MailTemplate>('invitation');
  const [spoken, setSpoken] = useState<MailLanguage>(language === 'de' ? 'de' : 'en');
  const [kind, setKind] = useState<'html' | 'text'>('html');
  const shown = examples.data?.items.find((it) => it.template === template && it.language === spoken);
  return (
    <Section title={words.title}>
      <div className="mail-choices">
        <Select
          label={words.mail}
          hideLabel
          value={template}
          options={templates}
          onChange={(id) => setTemplate(mailTemplate.parse(id))}
        />
        <SegmentedControl label={formWords.language} choices={languages} value={spoken} onChange={setSpoken} />
        <SegmentedControl label={words.form} choices={kinds} value={kind} onChange={setKind} />
      </div>
      {shown ? (
        <div className="mail-example">
          <h3>{shown.subject}</h3>
          {kind === 'text' ? (
            <pre className="mail-text">{shown.text}</pre>
          ) : (
            <iframe sandbox="" title={shown.subject} src={`/mail-examples/${template}/${spoken}`} />
          )}
        </div>
      ) : examples.error ? (
        <ErrorState small error={examples.error} onRetry={() => void examples.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Section>
  );
}

const templates = (Object.keys(templateWords) as MailTemplate[]).map((id) => ({ id, label: templateWords[id] }));
const languages = [
  { value: 'en', label: formWords.languages.en },
  { value: 'de', label: formWords.languages.de },
] as const;
const kinds = [
  { value: 'html', label: words.html },
  { value: 'text', label: words.text },
] as const;
