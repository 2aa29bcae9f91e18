'use client';

import type {
  Access,
  AccessQuestion,
  AccessRequest,
  ExplainingSource,
  OwnDecision,
  RequestComment,
} from '@licet/client';
import type { On, PermissionName, Token } from '@licet/rule';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useRead } from './use-read.ts';

interface Known {
  readonly decision: OwnDecision | undefined;
  readonly loading: boolean;
  /** The reason why the explanation is missing. */
  readonly error: Error | undefined;
}

interface About {
  readonly user: string;
  readonly permission: PermissionName;
}

/**
 * The decisions of one source. Each decision is requested once for all its readers. Decisions that are requested at
 * the same time share one call.
 */
interface Decisions {
  readonly known: (about: About) => Known;
  /**
   * Subscribes to a decision. Requests the decision, unless it has been requested for this value of `permitted`.
   * Requests it again when an access request was decided.
   * @returns a function that ends the subscription; a decision without subscribers is removed
   */
  readonly watch: (about: About, permitted: boolean, listener: () => void) => () => void;
  readonly reload: (about: About) => void;
  /** Shows the new state of the user's request. */
  readonly show: (about: About, request: AccessRequest) => void;
}

const UNKNOWN: Known = { decision: undefined, loading: false, error: undefined };

const decisionsOf = (explain: ExplainingSource): Decisions => {
  const decisions = all.get(explain) ?? createDecisions(explain);
  all.set(explain, decisions);
  return decisions;
};

const all = /* @__PURE__ */ new WeakMap<ExplainingSource, Decisions>();

interface Entry {
  readonly permission: PermissionName;
  readonly listeners: Set<() => void>;
  known: Known;
  /** The value of `permitted` when the decision was last requested. */
  permitted: boolean | undefined;
  /** The number of requests so far. A response to an older request is ignored. */
  round: number;
}

const createDecisions = (explain: ExplainingSource): Decisions => {
  const entries = new Map<string, Entry>();
  let waiting: Entry[] = [];
  let stop: (() => void) | undefined;

  const tell = (entry: Entry, known: Known) => {
    entry.known = known;
    for (const listener of entry.listeners) listener();
  };
  const ask = (entry: Entry) => {
    entry.round += 1;
    if (!waiting.includes(entry) && waiting.push(entry) === 1) queueMicrotask(flush);
    tell(entry, { ...entry.known, loading: true });
  };
  const flush = async () => {
    const asked = waiting.filter(({ listeners }) => listeners.size > 0);
    waiting = [];
    // Send one call after another. If the source cannot request several decisions in one call, request them one by
    // one.
    const most = explain.decisions ? MOST : 1;
    for (let at = 0; at < asked.length; at += most) {
      const sent = send(asked.slice(at, at + most));
      if (explain.decisions) await sent;
    }
  };
  const send = async (some: readonly Entry[]) => {
    const rounds = some.map(({ round }) => round);
    const [first, second] = some;
    let answer: (index: number) => OwnDecision;
    try {
      const answers =
        first && second && explain.decisions
          ? await explain.decisions(some.map(({ permission }) => permission))
          : first && [await explain.decision(first.permission)];
      answer = (index) => decisionIn(answers?.[index] as OwnDecision);
    } catch (thrown) {
      // Retry one by one, because one invalid name must not affect the other decisions. In addition, an older server
      // has only the call for a single decision.
      if (second && /^(not_found|invalid_request)$/.test(codeOf(thrown))) {
        for (const entry of some) await send([entry]);
        return;
      }
      answer = () => {
        throw thrown;
      };
    }
    some.forEach((entry, index) => {
      if (entry.round !== rounds[index]) return;
      try {
        tell(entry, { ...UNKNOWN, decision: answer(index) });
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        tell(entry, { ...entry.known, loading: false, error });
      }
    });
  };
  return {
    known: (about) => entries.get(keyOf(about))?.known ?? UNKNOWN,
    watch: (about, permitted, listener) => {
      const key = keyOf(about);
      const { permission } = about;
      const entry: Entry = entries.get(key) ?? {
        permission,
        listeners: new Set(),
        known: UNKNOWN,
        permitted: undefined,
        round: 0,
      };
      entries.set(key, entry);
      const own = () => listener();
      entry.listeners.add(own);
      stop ??= explain.onDecided(() => {
        for (const each of entries.values()) ask(each);
      });
      if (entry.permitted !== permitted) {
        entry.permitted = permitted;
        ask(entry);
      }
      return () => {
        entry.listeners.delete(own);
        // Wait, so that a reader in the next render can take over the decision.
        queueMicrotask(() => {
          if (entry.listeners.size > 0) return;
          if (entries.get(key) === entry) entries.delete(key);
          if (entries.size > 0) return;
          stop?.();
          stop = undefined;
        });
      };
    },
    reload: (about) => {
      const entry = entries.get(keyOf(about));
      if (entry) ask(entry);
    },
    show: (about, request) => {
      const entry = entries.get(keyOf(about));
      const decision = entry?.known.decision;
      if (entry && decision) tell(entry, { ...entry.known, decision: { ...decision, request } });
    },
  };
};

const codeOf = (thrown: unknown): string => String({ ...(thrown as { code?: unknown }) }.code);

const keyOf = ({ user, permission }: About): string => JSON.stringify([user, permission]);

/** The maximum number of decisions in one call (`ownDecisionsMax` of the contract). */
const MOST = 50;

/** A decision about the signed-in user, as far as it is known. */
export interface DecisionState extends Known {
  /** The result of the rule for the token. It is available immediately. */
  readonly permitted: boolean;
  /**
   * Whether the token's access on resources is separate (`on_ref`), so that it is unknown whether the user has the
   * permission on this resource. Then `permitted` is false.
   */
  readonly incomplete: boolean;
  /** Whether the source can explain decisions and accepts requests. */
  readonly explains: boolean;
  /**
   * Requests the permission.
   * @throws the error that the issuer reports, or an error if the source accepts no requests
   */
  readonly ask: (question: Omit<AccessQuestion, 'permission' | 'role'>) => Promise<AccessRequest>;
  /**
   * Withdraws the pending request.
   * @throws the error that the issuer reports
   */
  readonly withdraw: () => Promise<void>;
  readonly reload: () => void;
}

export interface DecisionOptions {
  /**
   * The resource in question, and everything that it lies in: `shop:berlin`, or `['shop:berlin', 'region:de']`. Licet
   * does not explain decisions about a resource yet. `permitted` is exact, `error` says so, and `ask` rejects. Nothing
   * is sent, because a decision and a request would be about everything.
   */
  readonly on?: On | undefined;
  /** Whether to request the decision yet. Default: `true`. */
  readonly enabled?: boolean | undefined;
}

/** Like `useDecision`, for a given store. */
export const useDecisionOf = (
  access: Access,
  permission: PermissionName,
  { enabled = true, on }: DecisionOptions = {},
): DecisionState => {
  const permitted = useRead(access, ({ at }) => at(on).can(permission));
  const token = useRead(access, validToken);
  const user = token?.sub;
  const there = on !== undefined;
  const incomplete = there && !permitted && token?.on_ref !== undefined;
  const explain = there ? undefined : access.source.explain;
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
    const unexplained = Error('Licet cannot explain this or take requests for it.');
    return {
      ...state,
      error: there ? unexplained : state.error,
      incomplete,
      permitted,
      explains: explain !== undefined,
      reload: () => about && decisions?.reload(about),
      ask: async ({ reason, seconds, place }) => {
        if (!explain) throw unexplained;
        const asked = { permission, reason, seconds, ...(place === undefined ? {} : { place }) };
        return show(requestIn(await explain.ask(asked)));
      },
      withdraw: async () => {
        const waiting = state.decision?.request;
        if (explain && waiting) show(requestIn(await explain.withdraw(waiting.id)));
      },
    };
  }, [state, permitted, there, incomplete, explain, decisions, about, permission]);
};

const validToken = ({ snapshot }: Access): Token | undefined => {
  const { status, token } = snapshot();
  return status === 'valid' ? token : undefined;
};

const nothing = () => {};

/**
 * Returns a source's decision if all its displayed texts are strings.
 * @throws Error otherwise
 */
const decisionIn = (answer: OwnDecision): OwnDecision =>
  checked(answer, ({ permission, until, heldUntil, roles, deciders, request }) => {
    if (request) requestIn(request);
    return [permission.name, permission.title, until ?? '', heldUntil ?? '', ...[...roles, ...deciders].map(nameOf)];
  });

/**
 * Returns a source's access request if all its displayed texts are strings.
 * @throws Error otherwise
 */
export const requestIn = (answer: AccessRequest): AccessRequest =>
  checked(answer, ({ reason, decision, steps = [] }) => [
    ...[reason, decision ? [decision.note, decision.ends ?? '', decision.by?.name ?? ''] : []].flat(),
    ...steps.flatMap(({ deciders }) => deciders.map(nameOf)),
  ]);

/**
 * Returns a source's comments if all their displayed texts are strings.
 * @throws Error otherwise
 */
export const commentsIn = (answer: readonly RequestComment[]): readonly RequestComment[] =>
  checked(answer, (comments) => comments.flatMap(({ by, text }) => [by.name, text]));

const nameOf = ({ name }: { readonly name: string }): string => name;

/**
 * Returns the response if all the texts in it are strings.
 * @throws Error otherwise
 */
const checked = <Answer>(answer: Answer, textsOf: (answer: Answer) => readonly unknown[]): Answer => {
  try {
    if (textsOf(answer).every((text) => typeof text === 'string')) return answer;
  } catch {}
  throw new Error('The answer cannot be read. Try again.');
};
