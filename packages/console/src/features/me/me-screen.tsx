import { type Me, type SignIn, userChange } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { EntityHeading } from '../../blocks/entity-page.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LogInIcon } from '../../ui/icon.tsx';
import { Tab } from '../../ui/links.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { AccessTab } from './access-tab.tsx';
import { tabs } from './address.ts';
import { CredentialsTab } from './credentials-tab.tsx';
import { mySignIns } from './queries.ts';
import { SessionsTab } from './sessions-tab.tsx';
import { ownDataWords, words } from './words.ts';
import './me.css';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useUndo } from '../../blocks/undo.ts';
import { useAction, useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { DownloadIcon, Trash2Icon } from '../../ui/icons.tsx';
import { language, languages, speak } from '../../ui/language.ts';
import type { Problem } from '../../ui/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Facts, Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DelegationSection, delegationQuery } from './delegation-section.tsx';
import { EmailSection } from './email-section.tsx';

/** The viewer's personal data in Licet: a download, and a request for deletion. */
function OwnData({ me: { user } }: { me: Me }): ReactNode {
  const download = useAction(async () => {
    const response = await client.me.download({});
    saveFile(await response.blob(), `licet-${user.username}.ndjson`);
  }, showProblem);
  return (
    <>
      <Section title={ownDataWords.data}>
        <p>{ownDataWords.dataText}</p>
        <Button icon={DownloadIcon} pending={download.pending} onClick={download.run}>
          {ownDataWords.download}
        </Button>
      </Section>
      <Section title={ownDataWords.deletion}>
        {user.deletionAskedAt ? <DeletionAsked at={user.deletionAskedAt} /> : <AskDeletion />}
      </Section>
    </>
  );
}

function AskDeletion(): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p>{ownDataWords.deletionText}</p>
      <Button icon={Trash2Icon} onClick={() => setAsking(true)}>
        {ownDataWords.askDeletion}
      </Button>
      {asking && (
        <ConfirmDialog
          title={ownDataWords.askTitle}
          action={ownDataWords.askAction}
          done={ownDataWords.asked}
          undo={{ run: () => client.me.withdrawDeletion({}), done: ownDataWords.withdrawn }}
          onClose={() => setAsking(false)}
          run={() => client.me.askDeletion({})}
        >
          <p>{ownDataWords.askText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function DeletionAsked({ at }: { at: string }): ReactNode {
  const withdraw = useAction(async () => {
    await client.me.withdrawDeletion({});
  }, showProblem);
  return (
    <Callout tone="ending">
      <b>{ownDataWords.waits}</b>
      <p>
        {ownDataWords.askedAt} <Time at={at} />
      </p>
      <Button small pending={withdraw.pending} onClick={withdraw.run}>
        {ownDataWords.withdraw}
      </Button>
    </Callout>
  );
}

const showProblem = ({ title, detail }: Problem) =>
  showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });

/** The viewer's name and language, and read-only facts that only an administrator can change. */
function ProfileTab({ me }: { me: Me }): ReactNode {
  const delegations = useQuery(delegationQuery);
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
        {/* Below the delegations, which have their final height by then. */}
        {delegations.isFetched && <OwnData me={me} />}
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

/** The viewer's own sign-ins, latest first, so that they notice a sign-in that was not theirs. */
function ActivityTab(): ReactNode {
  const query = useInfiniteQuery(mySignIns);
  return (
    <div className="body me-table">
      <DataTable
        inline
        label={words.tabs.activity}
        columns={columns}
        rows={query.data?.pages.flatMap((page) => page.items)}
        rowId={(row) => row.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={LogInIcon} title={words.noSignIns}>
            {words.noSignInsText}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </div>
  );
}

const columns: readonly Column<SignIn>[] = [
  {
    id: 'what',
    head: words.what,
    fold: 1,
    cell: (signIn) => <SignInOutcome signIn={signIn} />,
  },
  {
    id: 'client',
    head: words.application,
    fold: 3,
    cell: ({ client }) => <span className="text-muted">{client ?? '–'}</span>,
  },
  {
    id: 'browser',
    head: words.browser,
    cell: ({ agent }) => <span title={agent ?? undefined}>{browserOf(agent) ?? '–'}</span>,
  },
  { id: 'from', head: words.from, cell: ({ address }) => <span className="text-muted">{address ?? '–'}</span> },
  { id: 'when', head: words.when, fold: 2, end: true, cell: ({ at }) => <Time at={at} /> },
];

const route = getRouteApi('/signed-in/me');
const parts = {
  profile: ProfileTab,
  credentials: CredentialsTab,
  access: AccessTab,
  sessions: SessionsTab,
  activity: ActivityTab,
} as const;

/** The viewer's account: profile, sign-in methods, access, sessions, activity. */
export function MeScreen(): ReactNode {
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const Part = parts[tab];
  return (
    <Page
      title={words.title}
      heading={
        me ? (
          <EntityHeading
            lead={<Avatar name={me.user.name} size="large" />}
            name={me.user.name}
            detail={me.user.email === null ? me.user.username : shownEmail(me.user.email)}
          />
        ) : undefined
      }
      tabs={
        <Tabs label={words.title}>
          {tabs.map((name) => (
            <Tab
              key={name}
              to="/me"
              search={name === 'profile' ? {} : { tab: name }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={name === tab ? 'page' : undefined}
            >
              {words.tabs[name]}
            </Tab>
          ))}
        </Tabs>
      }
    >
      {me ? (
        <Part me={me} />
      ) : (
        <PageBody>
          <SkeletonLines />
        </PageBody>
      )}
    </Page>
  );
}
