import { type Me, type SignIn, userChange } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { EntityHeading } from '../../blocks/entity-page.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Tab } from '../../ui/links.tsx';
import { LogInIcon } from '../../ui/page-icons.tsx';
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
import { words } from './words.ts';
import './me.css';
import { useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
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

/** The name and language of the viewer, and facts that only an administrator can change. */
function ProfileTab({ me }: { me: Me }): ReactNode {
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
