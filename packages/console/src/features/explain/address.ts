import { useNavigate, useSearch } from '@tanstack/react-router';

/** The question, as the address has it. */
export interface ExplainAddress {
  ask: 'may' | 'who';
  /** An id, a username or an e-mail address. */
  user?: string | undefined;
  /** The permission's name. */
  permission?: string | undefined;
  /** The application's identifier. */
  application?: string | undefined;
  /** Another instant than now, ISO 8601. */
  at?: string | undefined;
  /** The search among those who may. */
  q?: string | undefined;
  cursor?: string | undefined;
}

const NAMES = ['user', 'permission', 'application', 'q', 'cursor'] as const;

/** Reads the address, and drops what is not understood. */
export function readAddress(search: Record<string, unknown>): ExplainAddress {
  const address: ExplainAddress = { ask: search.ask === 'who' ? 'who' : 'may' };
  for (const name of NAMES) {
    const value = search[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') address[name] = String(value);
  }
  const at = typeof search.at === 'string' ? Date.parse(search.at) : Number.NaN;
  if (Number.isFinite(at)) address.at = new Date(at).toISOString();
  return address;
}

/** The question, and a way to change it. What is asked goes into the history, unless `replace`. */
export interface Asking {
  address: ExplainAddress;
  change: (changes: Partial<ExplainAddress>, replace?: boolean) => void;
  /** Whether the address itself says which of the two is asked. */
  asked: boolean;
}

export function useExplainAddress(): Asking {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: Asking['change'] = (changes, replace = false) => {
    const cursor = 'cursor' in changes ? changes.cursor : undefined;
    const next = (before: Record<string, unknown>) => readAddress({ ...before, ...changes, cursor });
    void navigate({ to: '.', search: next as never, replace });
  };
  return { address: readAddress(search), change, asked: search.ask !== undefined };
}
