import { type EventAction, limits } from '@licet/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { actionGroups } from './words.ts';

/** What the address of the audit says. */
export interface AuditAddress {
  tab: 'changes' | 'sign-ins';
  q?: string | undefined;
  action?: EventAction | undefined;
  /** An id, or a part of a name. */
  actor?: string | undefined;
  target?: string | undefined;
  /** An application's identifier. */
  application?: string | undefined;
  outcome?: string | undefined;
  /** Instants: from this one on, and before that one. */
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  /** The number of the event whose details are open. */
  open?: string | undefined;
}

const actions = actionGroups.flatMap(([, among]) => among.map(([action]) => action));
const NAMES = ['q', 'actor', 'target', 'application', 'outcome', 'cursor'] as const;

/** Reads the address, and drops what is not understood. */
export function readAddress(search: Record<string, unknown>): AuditAddress {
  const address: AuditAddress = { tab: search.tab === 'sign-ins' ? 'sign-ins' : 'changes' };
  for (const name of NAMES) {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text !== '' && (name === 'cursor' || text.length <= limits.nameMax.value)) address[name] = text;
  }
  for (const name of ['from', 'to'] as const) {
    const at = typeof search[name] === 'string' ? Date.parse(search[name]) : Number.NaN;
    if (Number.isFinite(at)) address[name] = new Date(at).toISOString();
  }
  const action = actions.find((known) => known === search.action);
  if (action !== undefined) address.action = action;
  const open = String(search.open ?? '');
  if (/^[1-9]\d{0,14}$/.test(open)) address.open = open;
  return address;
}

export type ChangeAddress = (changes: Partial<AuditAddress>, replace?: boolean) => void;

/** The address and a way to change it. A change of what is listed begins at the first page. */
export function useAuditAddress(): [address: AuditAddress, change: ChangeAddress] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (changes, replace = false) => {
    const keeps = 'cursor' in changes || Object.keys(changes).every((name) => name === 'open');
    const next = (before: Record<string, unknown>) =>
      readAddress({ ...before, ...(keeps ? {} : { cursor: undefined }), ...changes });
    void navigate({ to: '.', search: next as never, replace });
  };
  return [readAddress(search), change];
}
