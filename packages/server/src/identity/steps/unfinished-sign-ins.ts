import { limits } from '@licet/contract';
import { networkOf } from '../../store/credentials/failures.ts';

/**
 * Counts started and unfinished sign-ins by network, because no user is known yet and each one stores a record. Each process
 * counts alone: the limit bounds the stored records and grants nothing.
 */
export interface UnfinishedSignIns {
  /** Counts one. Returns the seconds to wait when there are too many. */
  take(address: string | null): number | undefined;
  /** Uncounts one that was finished, or whose user is known. */
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

/** Programs on the server itself, and an unconfigured proxy, behind which all users would share one address. */
const isThisMachine = (address: string | null) => address?.startsWith('127.') || address === '::1';

/** More than an installation has; the most recent ones are kept. */
const networksKept = 10_000;
