import { availableParallelism } from 'node:os';
import { limits } from '@licet/contract';
import { hash } from '@node-rs/argon2';
import { type QueueLoad, queue } from '../../queue.ts';
import type { Secrets } from '../keys/secrets.ts';
import { onHashThread } from './hash-threads.ts';
import { type HashFault, type KeptHash, keepImported, openImported } from './imported-hashes.ts';
import { wrongAnswers } from './wrong-answers.ts';

/**
 * Hashes and compares passwords with argon2id, and compares those that came from elsewhere as they were hashed there; no more at a
 * time than the machine has cores: the rest wait in line.
 */
export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  /**
   * A wrong answer takes the same time whether there is a hash or not, and whoever made it; without one the answer is no. A failure to ask elsewhere
   * takes no less.
   */
  readonly verify: (hash: string | null | KeptElsewhere, password: string) => Promise<boolean>;
  /** The hash of something that is looked up by it: the same for the same salt. */
  readonly derive: (secret: string, salt: Buffer) => Promise<Buffer>;
  /** Whether the hash of a password that fits it is to be replaced: it was made elsewhere, or with weaker parameters than new ones. */
  readonly outdated: (hash: string, password: string) => boolean;
  /** The form in which a hash from elsewhere is kept; or why it is not taken. */
  readonly keep: (hash: string) => KeptHash | HashFault;
}

/** What says whether a password fits that is kept elsewhere. */
export interface KeptElsewhere {
  /** Of a password that is kept here beside it. It is compared first: what fits it is shown to nobody. */
  readonly hash: string | null;
  readonly fits: () => Promise<boolean>;
}

/** What a hash takes of a machine: KiB of memory, and passes over it. */
export interface HashingCost {
  readonly memory: number;
  readonly passes: number;
}

export interface HashingParts {
  /** What opens the keys that some hashes from elsewhere were made with. */
  readonly secrets: Secrets;
  /** One hash of each cost that hashes from elsewhere have. */
  readonly importedCosts: () => Promise<readonly KeptHash[]>;
  /** What its own hashes cost; as much as the limits say unless given. */
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
      // With the hash before it, so that one that is asked elsewhere as well takes no longer than all others wait.
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
