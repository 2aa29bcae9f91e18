import type { LicetError } from './error.ts';
import type { LiveEvent } from './live.ts';
import type { Prover } from './proof.ts';
import { isBound } from './provider.ts';
import type { Session } from './session.ts';
import type { Listeners } from './source.ts';
import { numberOf, payloadOf, type Tokens, tokensIn } from './tokens.ts';

/** A message between tabs of one client. */
type TabMessage =
  /** A new tab requests tokens. */
  | { readonly ask: true }
  | { readonly tokens: Tokens }
  /** The session with this `sid` has ended. Without `reason` and `code`, the user ended it. */
  | { readonly ended: unknown; readonly reason?: string; readonly code?: string }
  | { readonly event: string; readonly data: unknown };

interface Tabs {
  readonly tell: (message: TabMessage) => void;
}

/** Connects the tabs of this browser under that name, until `signal` is aborted. */
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

/** The parts of a client that exchange messages between tabs. */
export interface TabParts {
  readonly session: Session;
  readonly prover: Prover;
  readonly tabs: Tabs;
  readonly events: Listeners<[LiveEvent]>;
}

/** Handles another tab's message. The sender has this origin, but the content must be checked. */
export const takeMessage = async (
  { session, prover, tabs, events }: TabParts,
  message: Partial<Record<string, unknown>>,
): Promise<void> => {
  const tokens = session.tokens();
  if (message.ask && tokens) tabs.tell({ tokens });
  if (message.tokens) await adoptTokens(session, prover, tokensIn(message.tokens));
  if (tokens && 'ended' in message && message.ended === session.claims().sid)
    session.end({
      code: String(message.code ?? 'signed_out_elsewhere'),
      message: String(message.reason ?? 'You signed out in another tab.'),
    });
  if (typeof message.event === 'string') events.tell({ event: message.event, data: message.data });
};

/**
 * Adopts tokens that another tab has sent or stored. They must be newer than this tab's tokens, and bound to this
 * browser's key.
 */
export const adoptTokens = async (session: Session, prover: Prover, tokens: Tokens | undefined): Promise<void> => {
  const newer = () =>
    tokens &&
    tokens.access !== session.tokens()?.access &&
    numberOf(payloadOf(tokens.access).iat) >= numberOf(session.claims().iat);
  if (tokens && newer() && (await isBound(tokens, prover.thumbprint)) && newer()) session.set(tokens);
};

/** Sets new tokens, and sends them to the other tabs. */
export const shareTokens = (session: Session, tabs: Tabs, tokens: Tokens, unseen?: 'unseen'): void => {
  session.set(tokens, unseen);
  tabs.tell({ tokens });
};

/** Ends the session in all tabs. `reason` says why, unless the user signed out. */
export const endSession = (session: Session, tabs: Tabs, reason?: LicetError): void => {
  const { sid } = session.claims();
  session.end(reason);
  if (sid) tabs.tell({ ended: sid, ...(reason && { code: reason.code, reason: reason.message }) });
};
