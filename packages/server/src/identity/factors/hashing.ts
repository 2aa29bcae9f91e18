import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@licet/contract';
import { hash } from '@node-rs/argon2';
import { type QueueLoad, queue } from '../../queue.ts';
import type { Secrets } from '../keys/secrets.ts';
import { onHashThread } from './hash-threads.ts';
import { type HashFault, type KeptHash, keepImported, openImported } from './imported-hashes.ts';

/**
 * Hashes and compares passwords with argon2id. Compares imported hashes by their own algorithms. The number of parallel hashes is limited
 * to that of cores; others wait in line.
 */
export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether the password matches; false if there is no hash. A wrong password takes equally long for any stored hash
   * and for none. A failing directory takes at least as long.
   */
  readonly verify: (hash: string | null | KeptElsewhere, password: string) => Promise<boolean>;
  /** Hashes a secret that is looked up by its hash: the same salt gives the same result. */
  readonly derive: (secret: string, salt: Buffer) => Promise<Buffer>;
  /** Whether the hash of a matching password must be replaced: it was imported, or its parameters are weaker than those of new hashes. */
  readonly outdated: (hash: string, password: string) => boolean;
  /** Returns the stored form of an imported hash, or the reason why it is refused. */
  readonly keep: (hash: string) => KeptHash | HashFault;
}

/** Checks a password that is stored elsewhere. */
export interface KeptElsewhere {
  /** The hash of the user's Licet password; null if there is none. It is compared first. If it matches, the other system is not asked. */
  readonly hash: string | null;
  readonly fits: () => Promise<boolean>;
}

/** The cost of a hash: KiB of memory, and passes over it. */
export interface HashingCost {
  readonly memory: number;
  readonly passes: number;
}

export interface HashingParts {
  /** Decrypts the keys with which some imported hashes were made. */
  readonly secrets: Secrets;
  /** One hash of each cost among the imported ones. */
  readonly importedCosts: () => Promise<readonly KeptHash[]>;
  /** The cost of new hashes. The default is in `limits`. */
  readonly cost?: HashingCost;
}

export async function createHashing(
  { secrets, importedCosts, cost = usualCost }: HashingParts,
  places = Math.max(1, availableParallelism()),
): Promise<Hashing & { readonly load: () => QueueLoad }> {
  const inTurn = queue(places);
  const parameters = { algorithm: argon2id, memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 };
  const make = async (password: string) =>
    String(await inTurn(() => onHashThread({ kind: 'hash', password: normalise(password), parameters })));
  const dummy = await hash('a password that nobody has, so that names without one take as long', parameters);
  const answers = wrongAnswers({
    kept: importedCosts,
    measure: ({ hash: kept }) =>
      inTurn(async () => {
        const begun = performance.now();
        await openImported(kept, secrets)?.fits('a password that nobody has');
        return performance.now() - begun;
      }),
  });
  const fitsImported = async (kept: string, password: string) => {
    const imported = openImported(kept, secrets);
    if (!imported) return false;
    const begun = performance.now();
    const fits = await imported.fits(password);
    answers.took(imported.cost, performance.now() - begun);
    return fits;
  };
  return {
    load: inTurn.load,
    hash: make,
    verify: async (known, password) => {
      const elsewhere = known !== null && typeof known === 'object' ? known : undefined;
      const kept = known !== null && typeof known === 'object' ? known.hash : known;
      let begun = 0;
      const fitsHere = await inTurn(async () => {
        begun = performance.now();
        if (kept !== null && isImported(kept)) return fitsImported(kept, password);
        const compared = { kind: 'verify', hash: kept ?? dummy, password: normalise(password) } as const;
        return (await onHashThread(compared)) === true && kept !== null;
      });
      if (fitsHere) return true;
      const fits =
        (await elsewhere?.fits().catch(async (error: unknown) => {
          await answers.wait(begun);
          throw error;
        })) ?? false;
      // Includes the time of the local comparison, so that a check at a directory does not take longer than other wrong answers.
      if (elsewhere) answers.tookElsewhere(performance.now() - begun);
      if (!fits) await answers.wait(begun);
      return fits;
    },
    derive: async (secret, salt) => {
      const derived = await inTurn(() => onHashThread({ kind: 'derive', secret, salt, parameters }));
      if (!(derived instanceof Uint8Array)) throw new Error('The hash thread returned no hash.');
      return Buffer.from(derived);
    },
    outdated: (known, password) => {
      if (isImported(known)) return openImported(known, secrets)?.coversWhole(password) ?? false;
      const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(known) ?? [];
      return Number(memory) < parameters.memoryCost || Number(passes) < parameters.timeCost || memory === undefined;
    },
    keep: (text) => keepImported(text, secrets),
  };
}

/** The form in which a password is counted, checked and hashed (NIST SP 800-63B-4 section 3.1.1.2). */
export const normalise = (password: string): string => password.normalize('NFKC');

const isImported = (hash: string) => hash.startsWith('imported:');

const argon2id = 2;

const usualCost: HashingCost = {
  memory: limits.passwordHashMemory.value,
  passes: limits.passwordHashPasses.value,
};

/** The stored imported hashes, and the time to compare each kind. */
export interface CostSource {
  /** One hash of each cost. */
  readonly kept: () => Promise<readonly KeptHash[]>;
  /**
   * Compares some password with the hash, in the same queue as all comparisons. Returns the milliseconds that it took.
   */
  readonly measure: (kept: KeptHash) => Promise<number>;
}

/**
 * Delays the answers to wrong passwords, so that their time does not reveal whose password was imported. While an
 * imported hash is stored, each answer takes at least as long as the slowest kind of hash. Otherwise there is no delay.
 */
function wrongAnswers({ kept, measure }: CostSource) {
  const times = new Map<string, number>();
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const readAgain = async () => {
    const found = await kept();
    for (const each of found) if (!times.has(each.cost)) note(each.cost, await measure(each));
    known = found.map(({ cost }) => cost);
    readAt = performance.now();
  };
  const note = (cost: string, took: number) => {
    times.set(cost, Math.max(took, (times.get(cost) ?? 0) * fading));
  };
  return {
    /** Records how long a comparison took. */
    took(cost: string, milliseconds: number): void {
      note(cost, milliseconds);
      if (!known.includes(cost)) known = [...known, cost];
    },
    /** Records how long a directory took, but at most the time that a healthy directory takes. */
    tookElsewhere(milliseconds: number): void {
      note(directoryCost, Math.min(milliseconds, limits.ldapAnswerTime.value));
    },
    /** Waits until the answer to a request that started at `begun` may be sent. */
    async wait(begun: number): Promise<void> {
      if (performance.now() - readAt > limits.importedCostsAge.value * 1000) {
        reading ??= readAgain().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      const step = Math.max(0, ...[...known, directoryCost].map((cost) => times.get(cost) ?? 0)) * room;
      if (step === 0) return;
      const spent = performance.now() - begun;
      await wait(Math.ceil(spent / step) * step - spent);
    },
  };
}

/** The name under which directories are measured. Their time is unknown until one has answered. */
const directoryCost = 'directory';
/**
 * Each new measurement multiplies the weight of the older ones by this factor, because the machine may have been busy
 * when they were taken.
 */
const fading = 0.98;
/** A margin, because the next comparison may take longer than any before. */
const room = 1.5;
