import { useNavigate, useSearch } from '@tanstack/react-router';

/** The three lists: what waits for me, what I asked for, and what was decided. */
export const views = ['waiting', 'mine', 'decided'] as const;
export type View = (typeof views)[number];

/** What the address of the requests says. */
export interface RequestsAddress {
  /** Left out: the list that the open request is in, or the viewer's first. */
  view?: View | undefined;
  /** The id of the open request. */
  request?: string | undefined;
  /** Whether the form that asks for access is open, and what it begins with. */
  add?: '1' | undefined;
  application?: string | undefined;
  role?: string | undefined;
  permission?: string | undefined;
}

const NAMES = ['request', 'application', 'role', 'permission'] as const;
const LONGEST = 200;

/** Reads the address, and drops what is not understood. */
export function readAddress(search: Readonly<Record<string, unknown>>): RequestsAddress {
  const address: RequestsAddress = {};
  const view = views.find((known) => known === search.view);
  if (view) address.view = view;
  for (const name of NAMES) {
    const value = search[name];
    if (typeof value === 'string' && value !== '' && value.length <= LONGEST) address[name] = value;
  }
  if (String(search.add ?? '') === '1') address.add = '1';
  return address;
}

export type ChangeAddress = (address: RequestsAddress, replace?: boolean) => void;

/** The address, and a way to another one. */
export function useRequestsAddress(): [address: RequestsAddress, go: ChangeAddress] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go: ChangeAddress = (address, replace = false) =>
    void navigate({ to: '/requests', search: { ...address }, replace });
  return [readAddress(search), go];
}
