import type { Tokens } from './tokens.ts';

/** Messages between tabs of one client. */
export type TabMessage =
  /** A new tab requests tokens. */
  | { readonly ask: true }
  | { readonly tokens: Tokens }
  /** The session with this `sid` has ended; `reason` and `code` unless the user ended it. */
  | { readonly ended: unknown; readonly reason?: string; readonly code?: string }
  /** An event of the live stream. */
  | { readonly event: string; readonly data: unknown };

export interface Tabs {
  readonly tell: (message: TabMessage) => void;
}

/** Joins the tabs of this browser with that name, until `signal` ends it. */
export const joinTabs = (
  name: string,
  onMessage: (message: Partial<Record<string, unknown>>) => void,
  signal: AbortSignal,
): Tabs => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => onMessage({ ...data });
  signal.addEventListener('abort', () => channel.close());
  return {
    tell: (message) => {
      if (!signal.aborted) channel.postMessage(message);
    },
  };
};
