import { limits, type UserFilter } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { BulkDialog } from '../../../blocks/bulk/bulk-dialog.tsx';
import type { BulkRun } from '../../../blocks/bulk/use-bulk.ts';
import { type FoundOption, finder, findGroups } from '../../../blocks/find.ts';
import { EndField } from '../../../blocks/new-grants/period-fields.tsx';
import { endOf, usualEnd } from '../../../blocks/new-grants/periods.ts';
import { rolePolicyQuery } from '../../../blocks/roles.ts';
import { client } from '../../../session/client.ts';
import { useMay } from '../../../session/may.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { isolated } from '../../../ui/language.ts';
import type { LoadOptions, Option } from '../../../ui/option-list.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  type Given,
  grantsOf,
  memberships,
  newGrants,
  noChanges,
  type PickedUser,
  revocations,
  suspensions,
} from './changes.ts';
import { words } from './words.ts';

export interface BulkDialogsProps {
  users: readonly PickedUser[];
  run: BulkRun;
  onClose: () => void;
}

/** Suspends the selected users. */
export function SuspendMany({ users, run, onClose }: BulkDialogsProps): ReactNode {
  const { wanted, skipped } = useMemo(() => suspensions(users), [users]);
  return (
    <BulkDialog
      title={words.suspendTitle(wanted.length)}
      wanted={wanted}
      skipped={skipped}
      nothing={wanted.length === 0 ? words.allSuspended : undefined}
      action={words.suspendDo}
      texts={({ changes: { length } }) => ({
        working: words.suspending(length),
        done: words.suspended(length),
        undone: words.reactivated(length),
      })}
      run={run}
      onClose={onClose}
    >
      <p>{words.suspendText}</p>
    </BulkDialog>
  );
}

/** Adds the selected users to a group. */
export function GroupMany({ users, filter, run, onClose }: BulkDialogsProps & { filter: UserFilter }): ReactNode {
  const [group, setGroup] = useState<Option | null>(null);
  // A plan of up to 1,000 changes lists all users who are members already. For more users, two queries find the
  // members: the users who match the filter, minus those outside the group.
  const isMany = users.length > limits.planChangesMax.value;
  const members = useQuery({
    queryKey: ['users', 'matching', filter, group?.id],
    queryFn: async ({ signal }) => {
      const idsOf = async (query: UserFilter & { readonly notIn?: string | undefined }) =>
        new Set((await client.users.matching({ query, signal })).items.map(({ id }) => id));
      const [matching, outside] = await Promise.all([idsOf(filter), idsOf({ ...filter, notIn: group?.id })]);
      return matching.difference(outside);
    },
    enabled: isMany && group !== null,
    staleTime: 'static',
    gcTime: 0,
  });
  const known = members.data;
  const { wanted, skipped } = useMemo(
    () => (group === null || (isMany && !known) ? noChanges : memberships(users, group.id, known)),
    [users, group, isMany, known],
  );
  const name = isolated(group?.label ?? '');
  return (
    <BulkDialog
      title={words.groupTitle(users.length)}
      wanted={wanted}
      skipped={skipped}
      nothing={skipped.length > 0 && wanted.length === 0 ? words.allIn : undefined}
      action={words.groupDo}
      texts={({ changes: { length } }) => ({
        working: words.grouping(length, name),
        done: words.grouped(length, name),
        undone: words.ungrouped(length, name),
      })}
      run={run}
      onClose={onClose}
    >
      <ComboBox
        label={words.groupField}
        placeholder={words.groupPlaceholder}
        load={findGroups}
        value={group}
        onChange={setGroup}
      />
      {members.error && <ErrorState small error={members.error} onRetry={() => void members.refetch()} />}
    </BulkDialog>
  );
}

const findGiven = finder(['role', 'permission']);

/** A search for roles and permissions of applications in which the viewer may grant. */
function useGivenSearch(): LoadOptions<FoundOption> {
  const { mayIn, isAdmin } = useMay();
  return useCallback(
    async (q, signal) =>
      (await findGiven(q, signal))
        .filter(({ application }) => application !== null && (isAdmin || mayIn('grants.manage', application)))
        .map((option) => ({ ...option, detail: option.detail ?? option.application ?? undefined })),
    [mayIn, isAdmin],
  );
}

/** Grants a role or permission to the selected users. */
export function GrantMany({ users, run, onClose }: BulkDialogsProps): ReactNode {
  const [gives, setGives] = useState<FoundOption | null>(null);
  const [end, setEnd] = useState(usualEnd);
  const [reason, setReason] = useState('');
  const load = useGivenSearch();
  const { data: policy } = useQuery({
    ...rolePolicyQuery(gives?.application ?? '', gives?.id ?? ''),
    enabled: gives?.kind === 'role',
  });
  // A duration counts from the choice, not from each render.
  const ends = useMemo(() => endOf(end.choice, end.on, new Date()), [end]);
  const text = reason.trim();
  const { wanted } = useMemo(
    () =>
      gives === null || ends === undefined ? noChanges : newGrants(users, gives, ends?.toISOString() ?? null, text),
    [users, gives, ends, text],
  );
  const name = isolated(gives?.label ?? '');
  return (
    <BulkDialog
      title={words.grantTitle(users.length)}
      wanted={wanted}
      action={words.grantDo}
      texts={({ changes: { length } }) => ({
        working: words.granting(length, name),
        done: words.granted(length, name),
        undone: words.ungranted(length, name),
      })}
      run={run}
      onClose={onClose}
    >
      <GivenField load={load} value={gives} onChange={setGives} />
      <EndField value={end} onChange={setEnd} start={null} longest={policy?.longestSeconds} />
      <TextField label={words.reason} optional={policy?.reasonNeeded !== true} value={reason} onChange={setReason} />
    </BulkDialog>
  );
}

/** Revokes the direct grants of a role or permission from the selected users. */
export function RevokeMany({ users, run, onClose }: BulkDialogsProps): ReactNode {
  const [gives, setGives] = useState<FoundOption | null>(null);
  const load = useGivenSearch();
  const grants = useQuery({
    queryKey: ['grants', 'of', gives?.application, gives?.kind, gives?.id],
    queryFn: ({ signal }) => grantsOf(gives as Given, signal),
    enabled: gives !== null,
    staleTime: 'static',
    gcTime: 0,
  });
  const { data } = grants;
  const { wanted } = useMemo(() => (data ? revocations(users, data) : noChanges), [users, data]);
  const name = isolated(gives?.label ?? '');
  const nothing = gives && grants.isFetching ? words.reading : data && wanted.length === 0 ? words.noGrants : undefined;
  return (
    <BulkDialog
      title={words.revokeTitle(users.length)}
      wanted={wanted}
      nothing={nothing}
      action={words.revokeDo}
      texts={({ names }) => {
        const count = new Set(names).size;
        return {
          working: words.revoking(count, name),
          done: words.revoked(count, name),
          undone: words.unrevoked(count, name),
        };
      }}
      run={run}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
      <GivenField load={load} value={gives} onChange={setGives} />
      {grants.error && <ErrorState small error={grants.error} onRetry={() => void grants.refetch()} />}
    </BulkDialog>
  );
}

function GivenField(props: {
  load: LoadOptions<FoundOption>;
  value: FoundOption | null;
  onChange: (option: FoundOption | null) => void;
}): ReactNode {
  return <ComboBox label={words.gives} placeholder={words.givesPlaceholder} {...props} />;
}
