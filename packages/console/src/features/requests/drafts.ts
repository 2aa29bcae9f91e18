import { useState } from 'react';

/** What somebody has chosen and typed about a request and not sent yet. */
export interface Draft {
  /** A length in seconds, or an instant; what was asked when neither is there. */
  seconds?: number | undefined;
  until?: string | undefined;
  gives?: { kind: 'role' | 'permission'; id: string } | undefined;
  note?: string | undefined;
  /** The reason of a refusal. */
  denial?: string | undefined;
}

/** The draft for one request, kept in this tab until it is sent: another request, another screen or a reload do not lose it. */
export function useDraft(request: string): [draft: Draft, change: (changes: Draft) => void, forget: () => void] {
  const [draft, setDraft] = useState(() => read(request));
  const change = (changes: Draft) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keep(request, next);
  };
  return [draft, change, () => keep(request, undefined)];
}

const nameOf = (request: string) => `licet.request.${request}`;

function read(request: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(request)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? draftOf({ ...kept }) : {};
  } catch {
    return {};
  }
}

function draftOf({ seconds, until, gives, note, denial }: Record<string, unknown>): Draft {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const chosen = typeof gives === 'object' && gives !== null ? { ...gives } : {};
  const { kind, id } = chosen as Record<string, unknown>;
  return {
    seconds: typeof seconds === 'number' && Number.isSafeInteger(seconds) ? seconds : undefined,
    until: Number.isFinite(Date.parse(text(until) ?? '')) ? text(until) : undefined,
    gives: (kind === 'role' || kind === 'permission') && typeof id === 'string' ? { kind, id } : undefined,
    note: text(note),
    denial: text(denial),
  };
}

function keep(request: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(request), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(request));
  } catch {
    // Storage may be closed to us; then the draft lives as long as the request is in sight.
  }
}
