import type { Application, Grant, Page } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { words as grantWords } from '../../../blocks/new-grants/words.ts';
import { Filter } from '../../../ui/filter.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { ApplicationAddress } from '../address.ts';
import { roleQuery } from '../queries.ts';
import { filterWords as words } from './words.ts';

const DEFAULT_STATES = 'active,scheduled';
const ALL_STATES = 'active,scheduled,expired,revoked';
const ALL = 'all';
const STATES = [
  { value: undefined, label: words.present, entry: words.presentEntry },
  { value: 'active', label: words.active, entry: words.activeEntry },
  { value: 'scheduled', label: words.scheduled, entry: words.scheduledEntry },
  { value: 'expired', label: words.expired, entry: words.expiredEntry },
  { value: 'revoked', label: words.revoked, entry: words.revokedEntry },
  { value: 'expired,revoked', label: words.over, entry: words.overEntry },
];

/** The states in the request, from the filter in the address. */
export function statesOf(inAddress: string | undefined): string {
  return inAddress === ALL ? ALL_STATES : (inAddress ?? DEFAULT_STATES);
}

/** The filter for the state of grants. By default it shows grants in force and future ones. */
export function StateFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const chosen = STATES.find((state) => state.value === value);
  const filter =
    value === ALL ? (
      <Filter label={words.state} />
    ) : (
      <Filter label={words.state} value={chosen?.label ?? value} onClear={() => onChange(ALL)} />
    );
  return (
    <Menu
      label={words.state}
      align="start"
      trigger={filter}
      groups={[
        STATES.map((state) => ({
          id: state.entry,
          label: state.entry,
          chosen: state === chosen,
          onAction: () => onChange(state.value),
        })),
        [{ id: ALL, label: words.all, chosen: value === ALL, onAction: () => onChange(ALL) }],
      ]}
    />
  );
}

/** Shows the role, permission or holder by which the address filters the list. */
export function AboutFilter({
  application,
  address,
  onChange,
  list,
}: {
  application: Application;
  address: ApplicationAddress;
  onChange: (changes: Partial<ApplicationAddress>) => void;
  list: Page<Grant> | undefined;
}): ReactNode {
  const role = useQuery({ ...roleQuery(application.id, address.role ?? ''), enabled: address.role !== undefined });
  const first = list?.items[0];
  return (
    <>
      {address.role !== undefined && (
        <Filter
          label={grantWords.role}
          value={role.data?.name ?? words.one}
          onClear={() => onChange({ role: undefined })}
        />
      )}
      {address.permission !== undefined && (
        <Filter
          label={grantWords.permission}
          value={first?.gives.name ?? words.one}
          onClear={() => onChange({ permission: undefined })}
        />
      )}
      {address.principal !== undefined && (
        <Filter
          label={grantWords.to}
          value={first?.principal.name ?? words.one}
          onClear={() => onChange({ principal: undefined })}
        />
      )}
    </>
  );
}
