'use client';

import type { Access, AccessQuestion, AccessRequest, OwnDecision } from '@licet/client';
import type { PermissionName } from '@licet/rule';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { decisionIn, requestIn } from './own-decision.ts';
import { useRead } from './use-read.ts';

/** A decision about the person who is signed in, as far as it is known. */
export interface DecisionState {
  /** What the rule says of the token, at once. */
  readonly permitted: boolean;
  /** The issuer's explanation; undefined until it is there, and always where the source cannot explain. */
  readonly decision: OwnDecision | undefined;
  /** Whether the source can explain decisions and takes requests. */
  readonly explains: boolean;
  readonly loading: boolean;
  /** Why the explanation is not there. */
  readonly error: Error | undefined;
  /** Asks for the permission. @throws what the issuer answers, or that the source takes no requests */
  readonly ask: (question: Omit<AccessQuestion, 'permission' | 'role'>) => Promise<AccessRequest>;
  /** Takes back the request that is waiting. @throws what the issuer answers */
  readonly withdraw: () => Promise<void>;
  readonly reload: () => void;
}

export interface DecisionOptions {
  /** Whether to ask the issuer yet; `true` unless told. */
  readonly enabled?: boolean | undefined;
}

/** `useDecision` of a given store. */
export const useDecisionOf = (
  access: Access,
  permission: PermissionName,
  { enabled = true }: DecisionOptions = {},
): DecisionState => {
  const permitted = useRead(access, ({ can }) => can(permission));
  const signedIn = useRead(access, ({ snapshot }) => snapshot().status === 'valid');
  const { explain } = access.source;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Loaded>(EMPTY);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const wanted = enabled && signedIn && explain !== undefined;

  // What is asked: another one of these, and the answer that is there is an old one.
  const question = useMemo(() => ({ permission, permitted, round }), [permission, permitted, round]);

  useEffect(() => {
    if (!wanted || !explain) return;
    let current = true;
    setState((before) => ({ ...(before.of === question.permission ? before : EMPTY), loading: true }));
    const asking = async () => decisionIn(await explain.decision(question.permission));
    asking().then(
      (decision) => current && setState({ of: question.permission, decision, loading: false, error: undefined }),
      (error: unknown) => current && setState((before) => ({ ...before, loading: false, error: errorOf(error) })),
    );
    return () => {
      current = false;
    };
  }, [wanted, explain, question]);

  useEffect(() => (wanted ? explain?.onDecided(reload) : undefined), [wanted, explain, reload]);

  const { decision, loading, error } = state;
  return useMemo(
    () => ({
      decision,
      loading,
      error,
      permitted,
      explains: explain !== undefined,
      reload,
      ask: async ({ reason, seconds, place }) => {
        if (!explain) throw new Error('This token’s issuer takes no requests here: ask whoever runs the application.');
        const asked = { permission, reason, seconds, ...(place === undefined ? {} : { place }) };
        const request = requestIn(await explain.ask(asked));
        setState((before) => (before.decision ? { ...before, decision: { ...before.decision, request } } : before));
        return request;
      },
      withdraw: async () => {
        const waiting = decision?.request;
        if (!explain || !waiting) return;
        const request = requestIn(await explain.withdraw(waiting.id));
        setState((before) => (before.decision ? { ...before, decision: { ...before.decision, request } } : before));
      },
    }),
    [decision, loading, error, permitted, explain, permission, reload],
  );
};

interface Loaded {
  readonly of?: string;
  readonly decision: OwnDecision | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

const EMPTY: Loaded = { decision: undefined, loading: false, error: undefined };

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
