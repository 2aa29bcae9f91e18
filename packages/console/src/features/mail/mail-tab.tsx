import {
  calls,
  type MailLanguage,
  type MailSettings,
  type MailTemplate,
  mailTemplate,
  type Settings,
} from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { organisationQuery } from '../../blocks/organisation.ts';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ownSentence } from '../../ui/reasons/german.ts';
import { Facts, Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonFields, SkeletonLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failureTitle, mailExamples, mailSettingsQuery, settingsQuery } from './queries.ts';
import { ServerForm } from './server-form.tsx';
import { WebhookForm } from './webhook-form.tsx';
import '../../blocks/entity-page.css';
import { EditForm } from '../../blocks/edit-form.tsx';
import { withPresent } from '../../blocks/sign-in-rules/use-plan.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { language } from '../../ui/language.ts';
import { Select } from '../../ui/select.tsx';
import { exampleWords, formWords, reminderWords, templateWords, webhookWords, words } from './words.ts';
import './mail.css';

/** The settings for sending mail, and whether mails are sent successfully. */
export function MailTab(): ReactNode {
  const settings = useQuery(mailSettingsQuery);
  if (!settings.data)
    return (
      <PageBody>
        {settings.error ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <SkeletonFields fields={6} />
        )}
      </PageBody>
    );
  return <MailSections settings={settings.data} />;
}

function MailSections({ settings }: { settings: MailSettings }): ReactNode {
  const { isAdmin } = useMay();
  const organisation = useQuery(organisationQuery).data ?? '';
  const changeable = settings.setBy !== 'environment' && isAdmin;
  return (
    <PageBody>
      <div className="rows spaced">
        <Section title={words.server} end={settings.server && <Tools settings={settings} changeable={changeable} />}>
          <div className="rows spaced">
            <MailState settings={settings} />
            {settings.setBy === 'environment' && <p className="hint">{words.environment}</p>}
            {settings.setBy !== 'environment' && !isAdmin && <p className="hint">{words.onlyAdministrators}</p>}
            {changeable ? (
              <MailForm key={`${settings.version} ${organisation}`} settings={settings} organisation={organisation} />
            ) : (
              <ServerFacts settings={settings} />
            )}
          </div>
        </Section>
        <RemindersSection />
        <ExamplesSection />
      </div>
    </PageBody>
  );
}

/** The form for SMTP or for a webhook. */
function MailForm(parts: { settings: MailSettings; organisation: string }): ReactNode {
  const [way, setWay] = useState<'smtp' | 'webhook'>(parts.settings.server?.webhook ? 'webhook' : 'smtp');
  return (
    <div className="stack">
      <SegmentedControl label={webhookWords.way} choices={ways} value={way} onChange={setWay} />
      {way === 'smtp' ? <ServerForm {...parts} /> : <WebhookForm {...parts} />}
    </div>
  );
}

const ways = [
  { value: 'smtp', label: webhookWords.smtp },
  { value: 'webhook', label: webhookWords.byWebhook },
] as const;

/** The state of sending: not set up, not tried yet, working, or the last failure. */
export function MailState({ settings: { server, last, version } }: { settings: MailSettings }): ReactNode {
  const place = useFailureInSight(last?.failure ? `${version} ${last.at}` : undefined);
  if (!server)
    return (
      <Callout>
        <b>{words.off}</b>
        <p>{words.offText}</p>
      </Callout>
    );
  if (!last) return <StatusTag kind="unused">{words.untried}</StatusTag>;
  const when = (
    <span className="text-muted">
      {words.tried} <Time at={last.at} />
    </span>
  );
  if (last.failure === null)
    return (
      <div>
        <p>
          <StatusTag kind="yes">{words.works}</StatusTag>
        </p>
        <p>{when}</p>
      </div>
    );
  return (
    <div ref={place}>
      <Callout tone="no">
        <b>{words.fails}</b>
        <p>{failureTitle(last.failure)}</p>
        {last.failure.said !== null && (
          <p>
            <code>{ownSentence(last.failure.said, last.failure)}</code>
          </p>
        )}
        <p>{when}</p>
      </Callout>
    </div>
  );
}

/**
 * Scrolls to a new failure, which is shown at the top of the page. Ignores a failure that was already shown when the
 * page opened.
 */
function useFailureInSight(failure: string | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef(failure);
  useEffect(() => {
    if (failure !== undefined && failure !== seen.current) place.current?.scrollIntoView({ block: 'nearest' });
    seen.current = failure;
  }, [failure]);
  return place;
}

function ServerFacts({ settings: { server } }: { settings: MailSettings }): ReactNode {
  if (!server) return null;
  return (
    <Facts
      facts={[
        ...(server.webhook === null
          ? ([
              [words.address, `${server.host}:${server.port}`],
              [words.security, formWords.securities[server.security]],
              [words.user, server.username ?? words.noUser],
              [words.password, server.hasPassword ? words.hasPassword : words.noPassword],
            ] as const)
          : ([[webhookWords.webhook, server.webhook]] as const)),
        [words.from, `${server.fromName} <${server.fromAddress}>`],
        [words.language, formWords.languages[server.language]],
      ]}
    />
  );
}

function Tools({ settings, changeable }: { settings: MailSettings; changeable: boolean }): ReactNode {
  const [turningOff, setTurningOff] = useState(false);
  const test = useAction(
    async () => {
      const { to, failure } = await client.mail.test({});
      if (failure === null) showToast({ text: words.testWorks(to) });
    },
    ({ title, detail }) => showToast({ text: detail ?? title }),
  );
  return (
    <>
      {changeable && (
        <Button small kind="quiet" onClick={() => setTurningOff(true)}>
          {words.turnOff}
        </Button>
      )}
      <Button small pending={test.pending} onClick={test.run}>
        {words.test}
      </Button>
      {turningOff && (
        <ConfirmDialog
          title={words.turnOffQuestion}
          action={words.turnOffAction}
          run={() => client.mail.turnOff({ ifMatch: settings.version })}
          done={words.turnedOff}
          onClose={() => setTurningOff(false)}
        >
          <p>{words.turnOffText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The setting for how many days in advance Licet sends reminders that a grant or a key ends. */
function RemindersSection(): ReactNode {
  const settings = useQuery(settingsQuery);
  return (
    <Section title={reminderWords.title}>
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
const inWords = (days: number) => (days === 0 ? reminderWords.never : reminderWords.before(days));
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
    saved: () => reminderWords.saved,
  });
  const { values, set } = edit.form;
  return (
    <EditForm
      edit={edit}
      of={reminderWords.title}
      labels={{ remindDays: reminderWords.when }}
      inWords={{ remindDays: inWords }}
    >
      <p className="text-muted">{reminderWords.about}</p>
      <Select
        label={reminderWords.when}
        hint={reminderWords.hint}
        options={withPresent(usual, values.remindDays, inWords)}
        value={String(values.remindDays)}
        onChange={(days) => set('remindDays', Number(days))}
      />
    </EditForm>
  );
}

/** A preview of each mail in each language, as HTML and as text. */
function ExamplesSection(): ReactNode {
  const examples = useQuery(mailExamples);
  const [template, setTemplate] = useState<MailTemplate>('invitation');
  const [spoken, setSpoken] = useState<MailLanguage>(language === 'de' ? 'de' : 'en');
  const [kind, setKind] = useState<'html' | 'text'>('html');
  const shown = examples.data?.items.find((it) => it.template === template && it.language === spoken);
  return (
    <Section title={exampleWords.title}>
      <div className="mail-choices">
        <Select
          label={exampleWords.mail}
          hideLabel
          value={template}
          options={templates}
          onChange={(id) => setTemplate(mailTemplate.parse(id))}
        />
        <SegmentedControl label={formWords.language} choices={languages} value={spoken} onChange={setSpoken} />
        <SegmentedControl label={exampleWords.form} choices={kinds} value={kind} onChange={setKind} />
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
  { value: 'html', label: exampleWords.html },
  { value: 'text', label: exampleWords.text },
] as const;
