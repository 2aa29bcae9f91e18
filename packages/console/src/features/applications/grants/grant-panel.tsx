import { type Application, type Grant, grantChange, limits } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { untilText } from '../../../blocks/durations.ts';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { RevokeDialog } from '../../../blocks/grant-dialogs.tsx';
import { GrantEnd, GrantGives, GrantTo } from '../../../blocks/grants/grant-cells.tsx';
import { EndField } from '../../../blocks/new-grants/period-fields.tsx';
import { type EndValue, endOf, presentEnd } from '../../../blocks/new-grants/periods.ts';
import { formWords, words as grantWords } from '../../../blocks/new-grants/words.ts';
import { unplanned } from '../../../blocks/plan-effects/use-plan.ts';
import { recordedActor, recordedText } from '../../../blocks/recorded.ts';
import { givenTitle } from '../../../blocks/roles.ts';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Facts } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { shortTime, Time } from '../../../ui/time.tsx';
import { useRights } from '../application-tab.ts';
import { statesOf } from './grant-filters.tsx';
import { revokeWords, words } from './words.ts';

/** A grant that is not on the loaded page. */
const grantByIdQuery = (application: string, grant: string) =>
  queryOptions({
    queryKey: ['applications', application, 'grant', grant],
    queryFn: () => findGrant(application, grant),
    retry: false,
  });

/** Returns a filter for the grant's holder and its role or permission, so that finding the grant reads few pages. */
function aboutGrant({ principal, gives }: Grant): GrantFilter {
  return { principal: principal.id, [gives.kind]: gives.id };
}

/**
 * Finds a grant by its id. There is no call for a single grant, so this reads pages of the list, up to a limit.
 * @throws Error that tells the user what to do, if the grant is not found
 */
async function findGrant(application: string, grant: string, about: GrantFilter = {}): Promise<Grant> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { ...about, state: statesOf('all'), cursor, limit: limits.pageMax.value };
    const { items, next } = await client.grants.list({ params: { application }, query });
    const found = items.find(({ id }) => id === grant);
    if (found) return found;
    if (next === null) throw new Error(words.noLonger);
    cursor = next;
  }
  throw new Error(words.tooMany);
}

type GrantFilter = { principal?: string; role?: string; permission?: string };

const MOST_PAGES = 5;

export interface GrantPanelProps {
  application: Application;
  grantId: string;
  /** The grant, if the list has loaded it. */
  known: Grant | undefined;
  onClose: () => void;
}

/**
 * The panel of one grant: its holder, what it gives, its start and its author. The end and the reason can be changed.
 */
export function GrantPanel({ application, grantId, known, onClose }: GrantPanelProps): ReactNode {
  const found = useQuery({ ...grantByIdQuery(application.id, grantId), enabled: known === undefined });
  const grant = known ?? found.data;
  const rights = useRights(application);
  const [revoking, setRevoking] = useState(false);
  if (!grant)
    return (
      <Panel onItsWay title={words.grant} onClose={onClose}>
        {found.error ? (
          <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonLines lines={4} />
        )}
      </Panel>
    );
  const isLive = grant.state === 'active' || grant.state === 'scheduled';
  return (
    <Panel
      title={grant.gives.kind === 'role' ? words.ofRole(grant.gives.name) : <code>{grant.gives.name}</code>}
      lead={givenTitle(application.id, grant.gives) || undefined}
      onClose={onClose}
      foot={rights.grant && isLive && <Button onClick={() => setRevoking(true)}>{revokeWords.ask}</Button>}
    >
      <Facts
        facts={[
          [grantWords.to, <GrantTo key="to" principal={grant.principal} />],
          [grantWords.gives, <GrantGives key="gives" gives={grant.gives} />],
          [grantWords.starts, <Time key="starts" at={grant.starts} />],
          [grantWords.ends, <GrantEnd key="ends" grant={grant} />],
          [words.grantedBy, recordedActor(grant.grantedBy)],
          ...(rights.grant && isLive ? [] : [[grantWords.reason, recordedText(grant.reason) || words.none] as const]),
        ]}
      />
      {rights.grant && isLive && <GrantEditor key={grant.id} application={application} grant={grant} />}
      {revoking && <RevokeDialog grant={grant} onClose={() => setRevoking(false)} onGone={onClose} />}
    </Panel>
  );
}

function GrantEditor({ application, grant }: { application: Application; grant: Grant }): ReactNode {
  const params = { application: application.id, grant: grant.id };
  const later = grant.state === 'scheduled' ? new Date(grant.starts) : null;
  // While no end is chosen, return an invalid value, so that the schema reports the error.
  const endsOf = ({ choice, on }: EndValue) => {
    const end = endOf(choice, on, later ?? new Date());
    return end === undefined ? '' : (end?.toISOString() ?? null);
  };
  const endText = (end: EndValue) => {
    const ends = endsOf(end);
    return ends === null ? formWords.noEnd : ends && shortTime(new Date(ends));
  };
  const edit = useEdit({
    name: 'grant',
    of: grant,
    schema: grantChange,
    valuesOf: ({ ends, reason }) => ({
      ends: presentEnd(ends),
      reason,
    }),
    entry: ({ ends, reason }) => ({ ends: endsOf(ends), reason: reason.trim() }),
    save: (body, ifMatch) => client.grants.update({ params, body, ifMatch }),
    load: () => findGrant(application.id, grant.id, aboutGrant(grant)),
    saved: ({ gives, principal, ends }) => {
      const until = ends === null ? undefined : untilText(new Date(ends), new Date());
      return words.saved(gives.name, principal.name, until);
    },
  });
  // Compute the end once per choice: a duration counted from the current time would change the plan at each render.
  const chosen = edit.form.values.ends;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `endsOf` is new at each render
  const ends = useMemo(() => endsOf(chosen), [chosen]);
  const isPlanned = 'ends' in edit.changes && ends !== '';
  return (
    <EditForm
      edit={edit}
      planned={isPlanned ? [{ call: 'grants.update', params, body: { ends } }] : unplanned}
      inDraft={words.endInDraft(grant.gives.name, grant.principal.name)}
      of={words.this}
      labels={{ ends: grantWords.ends, reason: grantWords.reason }}
      inWords={{ ends: endText }}
    >
      <EndField {...edit.form.field('ends')} start={later} />
      <TextField label={grantWords.reason} optional {...edit.form.field('reason')} />
    </EditForm>
  );
}
