import { availableParallelism } from 'node:os';
import { limits } from '@licet/contract';
import { hash, hashRaw, verify } from '@node-rs/argon2';

/** Hashes and compares passwords with argon2id, no more at a time than the machine has cores: the rest wait in line. */
export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time whether there is a hash or not; without one the answer is no. */
  readonly verify: (hash: string | null, password: string) => Promise<boolean>;
  /** The hash of something that is looked up by it: the same for the same salt. */
  readonly derive: (secret: string, salt: Buffer) => Promise<Buffer>;
  /** Whether a hash was made with weaker parameters than new ones are. */
  readonly outdated: (hash: string) => boolean;
}

export async function createHashing(places = Math.max(1, availableParallelism())): Promise<Hashing> {
  const inTurn = queue(places);
  const make = (password: string) => inTurn(() => hash(normalise(password), parameters));
  const dummy = await make('a password that nobody has, so that names without one take as long');
  return {
    hash: make,
    verify: (known, password) =>
      inTurn(async () => {
        const fits = await verify(known ?? dummy, normalise(password));
        return fits && known !== null;
      }),
    derive: (secret, salt) => inTurn(() => hashRaw(secret, { ...parameters, salt })),
    outdated: (known) => {
      const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(known) ?? [];
      return Number(memory) < parameters.memoryCost || Number(passes) < parameters.timeCost || memory === undefined;
    },
  };
}

/** The form in which a password is counted, checked and hashed (NIST SP 800-63B-4 section 3.1.1.2). */
export const normalise = (password: string): string => password.normalize('NFKC');

const parameters = {
  algorithm: 2, // argon2id
  memoryCost: limits.passwordHashMemory.value,
  timeCost: limits.passwordHashPasses.value,
  parallelism: 1,
};

function queue(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((next) => waiting.push(next));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
