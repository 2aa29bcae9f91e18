import type { Group } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import type { FoundOption } from '../../blocks/find.ts';
import { PrincipalPicker } from '../../blocks/pickers.tsx';
import { client } from '../../session/client.ts';
import { useKept } from '../../ui/use-kept.ts';
import { memberWords as words } from './words.ts';

/** Adds a person or another group to a group. */
export function AddMemberDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const [who, setWho] = useKept<FoundOption | null>(`member of group ${group.id}`, null);
  const [missing, setMissing] = useState(false);
  const run = async () => {
    if (!who) {
      setMissing(true);
      return false;
    }
    const params = { group: group.id, member: who.id };
    await client.groups.addMember({ params });
    return params;
  };
  return (
    <ConfirmDialog
      title={words.addTitle(group.name)}
      action={words.addDo}
      inDraft={who ? words.addInDraft(who.label, group.name) : undefined}
      changes={who ? [{ call: 'groups.addMember', params: { group: group.id, member: who.id } }] : []}
      run={run}
      done={who ? words.added(who.label, group.name) : undefined}
      undo={(params) => ({
        run: () => client.groups.removeMember({ params }),
        done: words.removed(who?.label ?? '', group.name),
      })}
      onClose={onClose}
    >
      <p>{words.addText}</p>
      <PrincipalPicker
        label={words.who}
        hint={words.whoHint}
        value={who}
        onChange={(option) => {
          setWho(option);
          setMissing(false);
        }}
        error={missing ? words.whoMissing : undefined}
      />
    </ConfirmDialog>
  );
}
