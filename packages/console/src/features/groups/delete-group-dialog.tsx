import type { Group } from '@licet/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { ApplicationName } from '../../blocks/application-name.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { say } from '../../blocks/say.tsx';
import { countText, totalOf } from '../../blocks/totals.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { groupBrings } from './queries.ts';
import { groupWords, deleteWords as words } from './words.ts';

const NAMES_SHOWN = 8;

/** Deletes a group; says how many members and grants go with it. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    await client.groups.remove({ params: { group: group.id }, ifMatch: group.version });
    await navigate({ to: '/groups' });
    queryClient.removeQueries({ queryKey: ['groups', 'one', group.id] });
  };
  return (
    <ConfirmDialog
      final
      title={words.title(group.name)}
      action={words.action}
      changes={[{ call: 'groups.remove', params: { group: group.id } }]}
      run={run}
      done={words.deleted(group.name)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <WhatGoes group={group} />
    </ConfirmDialog>
  );
}

function WhatGoes({ group }: { group: Group }): ReactNode {
  const mayRead = usePermission('access.read');
  const brings = useQuery({ ...groupBrings(group.id), enabled: mayRead });
  if (brings.isLoading) return <SkeletonLines lines={2} />;
  const effects: Effect[] = [];
  if (group.members > 0) {
    effects.push({ id: 'members', kind: 'lose', what: words.members(countText(group.members), group.members) });
  }
  if (brings.data && brings.data.total > 0) {
    const { items, total } = brings.data;
    effects.push({
      id: 'grants',
      kind: 'lose',
      what: words.grants(totalOf(brings.data), total),
      names: items.slice(0, NAMES_SHOWN).map(({ id, gives, application }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          {gives.name} {say(groupWords.inApplication, { application: <ApplicationName id={application} /> })}
        </Fragment>
      )),
    });
  }
  return effects.length > 0 && <Effects effects={effects} />;
}
