import { endingKinds, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApplicationName } from '../../blocks/chips.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { endingsQuery } from '../../blocks/endings.ts';
import { findApplications, findHolders, findRoles } from '../../blocks/find.ts';
import { withoutLook } from '../../blocks/lists/list-address.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { ChoiceFilter, Filter } from '../../ui/filter.tsx';
import { Select } from '../../ui/select.tsx';
import type { EndingAddress } from './address.ts';
import { words } from './words.ts';

export interface EndingFiltersProps {
  address: EndingAddress;
  change: (changes: Partial<EndingAddress>) => void;
}

const DAY = 86_400;
const SOON = limits.endingSoon.value;
const spans = [1, 7, 14, 30, 90, 365].map((days) => days * DAY);

/** The filters of the list: period, kind, application, role, holder. */
export function EndingFilters({ address, change }: EndingFiltersProps): ReactNode {
  const { within = SOON, kind, application, role, principal } = address;
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const applicationName = useApplicationName(application ?? null);
  const names = useNames(address, picked);
  const remember = (id: string, label: string) => setPicked((before) => ({ ...before, [id]: label }));
  return (
    <>
      <Select
        label={words.within}
        hideLabel
        options={[...new Set([...spans, within])]
          .sort((a, b) => a - b)
          .map((span) => ({ id: `${span}`, label: words.ahead(lengthText(span)) }))}
        value={`${within}`}
        onChange={(id) => change({ within: Number(id) === SOON ? undefined : Number(id) })}
      />
      <ChoiceFilter
        label={words.kind}
        choices={words.kinds}
        value={endingKinds.find((one) => one === kind)}
        onChange={(next) => change({ kind: next })}
      />
      <PickPopover
        trigger={
          <Filter
            label={words.application}
            value={application && (applicationName ?? application)}
            onClear={() => change({ application: undefined })}
          />
        }
        label={words.findApplication}
        load={findApplications}
        none={words.nothingFound}
        onPick={({ id }) => change({ application: id })}
      />
      <PickPopover
        trigger={<Filter label={words.role} value={role && names.role} onClear={() => change({ role: undefined })} />}
        label={words.findRole}
        load={findRoles}
        none={words.nothingFound}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ role: id });
        }}
      />
      <PickPopover
        trigger={
          <Filter
            label={words.holder}
            value={principal && names.principal}
            onClear={() => change({ principal: undefined })}
          />
        }
        label={words.findHolder}
        load={findHolders}
        none={words.nothingFound}
        onPick={({ id, label }) => {
          remember(id, label);
          change({ principal: id });
        }}
      />
    </>
  );
}

/**
 * Returns the names of the role and the holder in the address: as picked here, or as found in the loaded list. If the
 * name is unknown, the filter shows “1”.
 */
function useNames(address: EndingAddress, picked: Readonly<Record<string, string>>) {
  const { data } = useQuery(endingsQuery(withoutLook(address)));
  const items = data?.items ?? [];
  const grants = items.flatMap((it) => (it.kind === 'exception' ? [] : [it.grant]));
  const role = grants.find(({ gives }) => gives.id === address.role)?.gives.name;
  const holder = items
    .map((it) => (it.kind === 'exception' ? it.exception.holder : it.grant.principal))
    .find(({ id }) => id === address.principal)?.name;
  return {
    role: picked[address.role ?? ''] ?? role ?? '1',
    principal: picked[address.principal ?? ''] ?? holder ?? '1',
  };
}
