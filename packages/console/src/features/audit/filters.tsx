import { searchFilter } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { findApplications, optionOf } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { client } from '../../session/client.ts';
import { Filter } from '../../ui/filter.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import type { LoadOptions } from '../../ui/option.ts';
import type { AuditAddress, ChangeAddress } from './address.ts';
import { PeriodFilter } from './period-filter.tsx';
import { actionGroups, words } from './words.ts';
import './audit.css';

export interface EventFiltersProps {
  address: AuditAddress;
  change: ChangeAddress;
  /** Names that the events in sight know for ids. */
  nameOf: (id: string) => string | undefined;
}

/** What the list of changes is narrowed by: when, kind, who, whom, application. */
export function EventFilters({ address, change, nameOf }: EventFiltersProps): ReactNode {
  const { action, actor, target, application } = address;
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const named = (id: string | undefined) => (id === undefined ? undefined : (nameOf(id) ?? picked[id] ?? id));
  const remember = (id: string, label: string) => setPicked((before) => ({ ...before, [id]: label }));
  return (
    <>
      <PeriodFilter period={address} change={change} />
      <PickPopover
        trigger={<Filter label={words.kind} value={kindWords(action)} onClear={() => change({ action: undefined })} />}
        label={words.kind}
        load={findActions}
        none={words.nothingFound}
        onPick={({ id }) => change({ action: actionOf(id) })}
      />
      <PickPopover
        trigger={<Filter label={words.by} value={named(actor)} onClear={() => change({ actor: undefined })} />}
        label={words.findPerson}
        load={findActors}
        none={words.nothingFound}
        untyped={words.typeAName}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ actor: id });
        }}
      />
      <PickPopover
        trigger={<Filter label={words.about} value={named(target)} onClear={() => change({ target: undefined })} />}
        label={words.findTarget}
        load={findTargets}
        none={words.nothingFound}
        untyped={words.typeAName}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ target: id });
        }}
      />
      <PickPopover
        trigger={
          <Filter
            label={words.application}
            value={named(application)}
            onClear={() => change({ application: undefined })}
          />
        }
        label={words.findApplication}
        load={findApplications}
        none={words.nothingFound}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ application: id });
        }}
      />
    </>
  );
}

const actions = actionGroups.flatMap(([head, among]) => among.map(([id, label]) => ({ id, label, detail: head })));

const findActions: LoadOptions = async (q) => {
  const fits = searchFilter(q);
  return actions.filter(({ label, detail }) => fits(label, detail));
};

const findActors = finding('user');
const findTargets = finding('user,group,role,permission,application');

/** What is found by name, and the typed text itself: names in the record may be gone from everywhere else. */
function finding(kinds: string): LoadOptions {
  return async (q, signal) => {
    const typed = q.trim();
    if (typed === '') return [];
    const { items } = await client.search.find({ query: { q: typed, kinds, limit: 12 }, signal });
    const asTyped = { id: typed, label: typed, detail: words.namedLike, icon: SearchIcon };
    // Applications are told from others by name: the record knows them by another id than their identifier.
    return [
      ...items.map((found) => ({ ...optionOf(found), ...(found.kind === 'application' && { id: found.name }) })),
      asTyped,
    ];
  };
}

function actionOf(id: string): AuditAddress['action'] {
  return actions.find((action) => action.id === id)?.id;
}

function kindWords(action: string | undefined): string | undefined {
  return actions.find(({ id }) => id === action)?.label;
}
