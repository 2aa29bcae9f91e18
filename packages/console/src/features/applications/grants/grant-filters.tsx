import type { Application, Grant, Page } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Filter } from '../../../ui/filter.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { Address } from '../address.ts';
import { roleQuery } from '../queries.ts';

const DEFAULT_STATES = 'active,scheduled';
const ALL_STATES = 'active,scheduled,expired,revoked';
const ALL = 'all';
const STATES = [
  { value: undefined, label: 'active, scheduled', entry: 'Active and scheduled' },
  { value: 'active', label: 'active', entry: 'Active' },
  { value: 'scheduled', label: 'scheduled', entry: 'Scheduled' },
  { value: 'expired', label: 'expired', entry: 'Expired' },
  { value: 'revoked', label: 'revoked', entry: 'Revoked' },
  { value: 'expired,revoked', label: 'expired, revoked', entry: 'No longer in force' },
] as const;

/** The states that the list is asked for. */
export function statesOf(inAddress: string | undefined): string {
  return inAddress === ALL ? ALL_STATES : (inAddress ?? DEFAULT_STATES);
}

/** Whether the address leaves the choice of states alone. */
export function isDefaultState(inAddress: string | undefined): boolean {
  return inAddress === undefined;
}

/** Which states of grants the list shows: those in force and to come, unless told otherwise. */
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
      <Filter label="State" />
    ) : (
      <Filter label="State" value={chosen?.label ?? value} onClear={() => onChange(ALL)} />
    );
  return (
    <Menu
      label="State"
      align="start"
      trigger={filter}
      groups={[
        STATES.map((state) => ({
          id: state.entry,
          label: state.entry,
          chosen: state === chosen,
          onAction: () => onChange(state.value),
        })),
        [{ id: ALL, label: 'All', chosen: value === ALL, onAction: () => onChange(ALL) }],
      ]}
    />
  );
}

/** What the address narrows the list to: a role, a permission, somebody. */
export function AboutFilter({
  application,
  address,
  onChange,
  list,
}: {
  application: Application;
  address: Address;
  onChange: (changes: Partial<Address>) => void;
  list: Page<Grant> | undefined;
}): ReactNode {
  const role = useQuery({ ...roleQuery(application.id, address.role ?? ''), enabled: address.role !== undefined });
  const first = list?.items[0];
  return (
    <>
      {address.role !== undefined && (
        <Filter
          label="Role"
          value={role.data?.name ?? 'one'}
          onClear={() => onChange({ role: undefined, cursor: undefined })}
        />
      )}
      {address.permission !== undefined && (
        <Filter
          label="Permission"
          value={first?.gives.name ?? 'one'}
          onClear={() => onChange({ permission: undefined, cursor: undefined })}
        />
      )}
      {address.principal !== undefined && (
        <Filter
          label="To"
          value={first?.principal.name ?? 'one'}
          onClear={() => onChange({ principal: undefined, cursor: undefined })}
        />
      )}
    </>
  );
}
