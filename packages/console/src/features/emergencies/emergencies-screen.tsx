import { type BreakGlassUse, calls } from '@licet/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { lengthText } from '../../blocks/durations.ts';
import { UseFacts, UseState } from '../../blocks/emergency/use-facts.tsx';
import { words as factWords } from '../../blocks/emergency/words.ts';
import { useAuditPlace } from '../../blocks/places/audit-tabs.tsx';
import { roleOffersQuery } from '../../blocks/roles.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { useList } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { RadioGroup } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { useStoredState } from '../../ui/form-draft.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { FormBody } from '../../ui/form-panel.tsx';
import { ShieldCheckIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel, Split } from '../../ui/panel.tsx';
import { Section, Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Who } from '../../ui/who.tsx';
import { words } from './words.ts';
import './emergencies.css';

type Offer = Awaited<ReturnType<typeof client.breakGlass.offers>>['items'][number];

const FORM = 'take-role';

/** The roles that the viewer may take in an emergency; renders nothing if there are none. */
export function Offers(): ReactNode {
  const offers = useQuery(roleOffersQuery);
  const [chosen, setChosen] = useStoredState<string | null>('role taken at once', null);
  if (!offers.data)
    return offers.error && <ErrorState small error={offers.error} onRetry={() => void offers.refetch()} />;
  if (offers.data.items.length === 0) return null;
  const offer = offers.data.items.find(({ role }) => role.id === chosen);
  return (
    <div className="emergency-offers">
      <Section title={words.mayTake}>
        <div className="lines">
          {offers.data.items.map(({ role, application, seconds }) => (
            <div key={role.id} className="emergency-offer">
              <span className="grow">
                <RoleOf role={role} application={application} />
                <span className="text-faint small block">{words.forLong(lengthText(seconds))}</span>
              </span>
              <Button small onClick={() => setChosen(role.id)}>
                {words.take}
              </Button>
            </div>
          ))}
        </div>
      </Section>
      {offer && <TakeDialog offer={offer} onClose={() => setChosen(null)} />}
    </div>
  );
}

/** Takes a role in an emergency: warns about who is notified, and requires a reason. */
function TakeDialog({
  offer: { application, role, seconds },
  onClose,
}: {
  offer: Offer;
  onClose: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const mails = useSendsMail();
  const form = useForm(
    {
      schema: calls.breakGlass.use.body,
      initial: { application: application.id, role: role.name, reason: '' },
      keep: `taking ${role.id}`,
      submit: async (body) => {
        const use: BreakGlassUse = await client.breakGlass.use({ body });
        showToast({ text: words.done(use.role.name, mails) });
        onClose();
        void refresh();
      },
    },
    FORM,
  );
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.takeTitle(role.name, application.name)}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {words.takeAction}
          </Button>
        </>
      }
    >
      <Callout tone="ending">{words.loud(lengthText(seconds), mails)}</Callout>
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={{ reason: words.why }} />
        <TextArea label={words.why} hint={words.whyHint} autoFocus {...form.field('reason')} />
      </form>
    </Dialog>
  );
}

/** A role by its name, with its title and its application. */
function RoleOf({ role, application }: Pick<BreakGlassUse, 'role' | 'application'>): ReactNode {
  return (
    <>
      <b>{role.name}</b> <span className="text-faint small">{words.inApplication(application.name)}</span>
      {role.title && <span className="text-muted small block">{role.title}</span>}
    </>
  );
}

/** One emergency: who took which role and why, and its review. */
function UsePanel({ use, onClose }: { use: BreakGlassUse; onClose: () => void }): ReactNode {
  const { user, role, application, mayReview } = use;
  return (
    <Panel title={role.name} lead={words.takenBy(user.name, application.name)} onClose={onClose}>
      <UseFacts use={use} />
      {mayReview === 'yes' && <Review use={use} />}
      {(mayReview === 'own_use' || mayReview === 'not_an_owner') && (
        <p className="text-muted small">{words.mayNot[mayReview]}</p>
      )}
    </Panel>
  );
}

function Review({ use }: { use: BreakGlassUse }): ReactNode {
  const refresh = useRefresh();
  const mails = useSendsMail();
  const form = useForm(
    {
      schema: calls.breakGlass.review.body,
      initial: { found: 'justified' as 'justified' | 'objected', note: '' },
      keep: `review of ${use.id}`,
      submit: async (body) => {
        await client.breakGlass.review({ params: { use: use.id }, body, ifMatch: use.version });
        showToast({ text: factWords.reviewDone(use.user.name, mails) });
        void refresh();
      },
    },
    'review-use',
  );
  return (
    <Section title={words.review}>
      <FormBody form={form} labels={{ found: words.wasItRight, note: factWords.note }}>
        <RadioGroup
          label={words.wasItRight}
          choices={[
            { value: 'justified', label: words.justified },
            { value: 'objected', label: words.objected },
          ]}
          value={form.values.found}
          onChange={(found) => form.set('found', found === 'objected' ? 'objected' : 'justified')}
        />
        <TextArea label={factWords.note} hint={factWords.noteHint(use.user.name)} {...form.field('note')} />
        <div className="form-foot">
          <Button kind="primary" type="submit" pending={form.pending}>
            {words.reviewAction}
          </Button>
        </div>
      </FormBody>
    </Section>
  );
}

const route = getRouteApi('/signed-in/emergencies');
const PAGE = 50;
const ALL = 'all';
const STATES = ['unreviewed', 'justified', 'objected'] as const;

/** The emergencies, and the roles that the viewer may take in an emergency. */
export function EmergenciesScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, '-at');
  const place = useAuditPlace();
  const { state, application, cursor, open } = address;
  const found = useQuery(usesQuery({ state, application, cursor, limit: PAGE }));
  const shown = found.data?.items.find(({ id }) => id === open);
  const { sort: _, onSort: __, ...table } = list.table(found);
  return (
    <Page title={words.title} {...place}>
      <Split
        panel={shown && <UsePanel key={shown.id} use={shown} onClose={() => change({ open: undefined })} />}
        awaits={open !== undefined && found.isLoading}
      >
        <Offers />
        <Tools wrap>
          <Select
            label={words.which}
            hideLabel
            options={[{ id: ALL, label: words.all }, ...STATES.map((id) => ({ id, label: factWords.states[id] }))]}
            value={state ?? ALL}
            onChange={(id) => change({ state: STATES.find((one) => one === id), cursor: undefined, open: undefined })}
          />
        </Tools>
        <DataTable
          label={words.title}
          columns={columns}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ open: id })}
          openId={open}
          {...table}
          empty={
            <EmptyState icon={ShieldCheckIcon} title={state === undefined ? words.none : words.noneSuch}>
              {state === undefined ? words.noneText : words.noneSuchText}
            </EmptyState>
          }
        />
        <Pager {...list.pager(found)} />
      </Split>
    </Page>
  );
}

const columns: readonly Column<BreakGlassUse>[] = [
  {
    id: 'user',
    head: words.who,
    fold: 1,
    skeleton: 160,
    cell: ({ user }) => <Who of={user.name} name={user.name} detail={user.detail} />,
  },
  {
    id: 'role',
    head: words.role,
    fold: 2,
    cell: ({ role, application }) => <RoleOf role={role} application={application} />,
  },
  { id: 'at', head: words.taken, cell: ({ at }) => <Time at={at} /> },
  { id: 'state', head: words.state, cell: (use) => <UseState use={use} /> },
];

type UsesQuery = NonNullable<NonNullable<Parameters<typeof client.breakGlass.list>[0]>['query']>;

/** A page of emergencies. */
const usesQuery = (query: UsesQuery) =>
  queryOptions({
    queryKey: ['emergencies', 'list', query],
    queryFn: ({ signal }) => client.breakGlass.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
