import { limits } from '@licet/contract';
import { networkOf } from '../../store/credentials/failures.ts';

/**
 * The sign-ins that are begun and not finished, by network: nobody is known by then, and each leaves a record. Each process counts for
 * itself: it is a bound on what is kept, and nobody is let in by it.
 */
export interface Begun {
  /** Counts one. Answers how many seconds to wait when there are too many. */
  take(address: string | null): number | undefined;
  /** One was finished, or whoever began it is known. */
  giveBack(address: string | null): void;
}

export function countBegun(seconds: () => number = () => performance.now() / 1000): Begun {
  const networks = new Map<string, { left: number; at: number }>();
  const [most, again] = [limits.begunFree.value, limits.begunAgain.value];
  const leftOf = (network: string) => {
    const { left, at } = networks.get(network) ?? { left: most, at: seconds() };
    return Math.min(most, left + (seconds() - at) * again);
  };
  const keep = (network: string, left: number) => {
    networks.delete(network);
    if (left >= most) return;
    const [oldest] = networks.keys();
    if (networks.size >= networksKept && oldest !== undefined) networks.delete(oldest);
    networks.set(network, { left, at: seconds() });
  };
  return {
    take: (address) => {
      if (isThisMachine(address)) return undefined;
      const network = networkOf(address ?? '');
      const left = leftOf(network);
      if (left < 1) return Math.ceil((1 - left) / again);
      keep(network, left - 1);
      return undefined;
    },
    giveBack: (address) => {
      const network = networkOf(address ?? '');
      keep(network, Math.min(most, leftOf(network) + 1));
    },
  };
}

/** What runs on the server itself, and a proxy that is not configured, behind which everybody would be one. */
const isThisMachine = (address: string | null) => address?.startsWith('127.') || address === '::1';

/** More than anybody has; those that began last are remembered. */
const networksKept = 10_000;
