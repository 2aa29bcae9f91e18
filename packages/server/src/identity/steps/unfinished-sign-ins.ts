import { limits } from '@licet/contract';
import { networkOf } from '../../store/credentials/throttle.ts';

/**
 * Counts started and unfinished sign-ins by network, because no user is known yet and each one stores a record. Each process counts
 * separately, which is enough to bound the number of stored records.
 */
export interface UnfinishedSignIns {
  /** Counts one. Returns the seconds to wait when there are too many. */
  take(address: string | null): number | undefined;
  /** Uncounts one that was finished, or whose user is now known. */
  giveBack(address: string | null): void;
}

export function countUnfinished(seconds: () => number = () => performance.now() / 1000): UnfinishedSignIns {
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

/** Whether all users may share the address: that of programs on the server itself, and of a proxy that is not configured. */
const isThisMachine = (address: string | null) => address?.startsWith('127.') || address === '::1';

/** The limit on remembered networks, more than an installation has. The most recent ones are kept. */
const networksKept = 10_000;
