'use client';

import type { Access, AccessQuestion, AccessRequest } from '@licet/client';
import type { PermissionName } from '@licet/rule';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { decisionsOf, type Known, UNKNOWN } from './decisions.ts';
import { requestIn } from './own-decision.ts';
import { useRead } from './use-read.ts';

/** A decision about the person who is signed in, as far as it is known. */
export interface DecisionState extends Known {
  /** What the rule says of the token, at once. */
  readonly permitted: boolean;
  /** Whether the source can explain decisions and takes requests. */
  readonly explains: boolean;
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
  const user = useRead(access, validUser);
  const { explain } = access.source;
  const about = useMemo(() => (user === undefined ? undefined : { user, permission }), [user, permission]);
  const decisions = explain && decisionsOf(explain);
  const watched = enabled && about ? decisions : undefined;
  const state = useSyncExternalStore(
    useCallback(
      (listener) => (watched && about ? watched.watch(about, permitted, listener) : nothing),
      [watched, about, permitted],
    ),
    () => (watched && about ? watched.known(about) : UNKNOWN),
    () => UNKNOWN,
  );
  return useMemo(() => {
    const show = (request: AccessRequest) => {
      if (about) decisions?.show(about, request);
      return request;
    };
    return {
      ...state,
      permitted,
      explains: explain !== undefined,
      reload: () => about && decisions?.reload(about),
      ask: async ({ reason, seconds, place }) => {
        if (!explain) throw new Error('This token’s issuer takes no requests here: ask whoever runs the application.');
        const asked = { permission, reason, seconds, ...(place === undefined ? {} : { place }) };
        return show(requestIn(await explain.ask(asked)));
      },
      withdraw: async () => {
        const waiting = state.decision?.request;
        if (explain && waiting) show(requestIn(await explain.withdraw(waiting.id)));
      },
    };
  }, [state, permitted, explain, decisions, about, permission]);
};

const validUser = ({ snapshot }: Access): string | undefined => {
  const { status, token } = snapshot();
  return status === 'valid' ? token?.sub : undefined;
};

const nothing = () => {};
