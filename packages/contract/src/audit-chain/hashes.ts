export type Sha256 = (bytes: string, text: string) => string;

/**
 * A change with the values that its hash covers. `before` and `after` are the recorded JSON texts. Digests are in
 * hexadecimal.
 */
export interface ChainedChange {
  readonly no: number;
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly application: string | null;
  readonly targetKind: string;
  readonly targetId: string;
  readonly targetName: string;
  readonly before: string;
  readonly after: string;
  /**
   * The version of the hash.
   *
   * - 1: covers the fields above.
   * - 2: also covers the facts of the changes from `factsFrom` to this change.
   * - 3: covers a commitment instead of personal values (names, before and after).
   * - 4: like 3, and the lines of facts name their columns.
   */
  readonly version: number;
  readonly factsFrom: number | null;
  readonly opened: number | null;
  readonly closed: number | null;
  readonly facts: string | null;
  readonly previousHash: string;
  readonly hash: string;
  /** The random bytes of the commitment to personal values. Null before version 3, unless a value was erased. */
  readonly salt: string | null;
  /**
   * After an erasure, the commitment that the chain covers; in a row from before version 3, the row's hash. Null if
   * nothing was erased.
   */
  readonly committed: string | null;
}

/** A fact that a change opened or closed, with the SHA-256 of its line. */
export interface FactDigest {
  readonly no: number;
  readonly opened: boolean;
  readonly digest: string;
}

export interface FactsDigest {
  readonly opened: number;
  readonly closed: number;
  readonly facts: string;
}

/**
 * Returns the hash of a change, which covers the previous hash and the fields as JSON text.
 * @throws RangeError for an unknown version
 */
export function hashOfChange(sha256: Sha256, change: Omit<ChainedChange, 'hash'>): string {
  const { version, previousHash, committed } = change;
  if (version < 3 && committed !== null) return committed;
  if (version === 1) return sha256(previousHash, JSON.stringify(hashedFieldsOf(change)));
  const { opened, closed, facts } = change;
  const ended = `,${opened},${closed},${JSON.stringify(facts)}]`;
  if (version === 2) {
    const hashed = JSON.stringify(['licet change 2', ...hashedFieldsOf(change), change.factsFrom]);
    return sha256(previousHash, hashed.slice(0, -1) + ended);
  }
  if (version > newestVersion) throw new RangeError(`Version ${version} of the chain is not known.`);
  return sha256(previousHash, beforeFacts(change, committed ?? commitmentOfChange(sha256, change)) + ended);
}

/** The version with which new changes are written. */
export const newestVersion = 4;

/**
 * Returns the beginning of the JSON text that is hashed for a change: all fields before its facts. Requires version 3
 * or later.
 */
export const beforeFacts = (it: Impersonal & Pick<ChainedChange, 'version'>, commitment: string): string =>
  JSON.stringify([
    `licet change ${it.version}`,
    it.no,
    it.at,
    it.actorKind,
    it.actorId,
    it.action,
    it.application,
    it.targetKind,
    it.targetId,
    commitment,
    it.factsFrom,
  ]).slice(0, -1);

/**
 * Returns the commitment to the personal values of a change. Before version 3, it is the commitment to the whole event.
 */
export const commitmentOfChange = (
  sha256: Sha256,
  change: Omit<ChainedChange, 'hash' | 'previousHash' | 'committed'>,
): string =>
  commitment(
    sha256,
    change.salt,
    JSON.stringify(['change', ...(change.version < 3 ? allOf(change) : personalOf(change))]),
  );

/**
 * Returns the SHA-256 over random bytes and values as JSON text. The hash does not reveal the values to a reader who does
 * not know the random bytes.
 */
export const commitment = (sha256: Sha256, salt: string | null, values: string): string => sha256(salt ?? '', values);

type HashedChange = Omit<
  ChainedChange,
  'hash' | 'previousHash' | 'opened' | 'closed' | 'facts' | 'version' | 'salt' | 'committed'
>;
type Impersonal = Omit<HashedChange, 'actorName' | 'targetName' | 'before' | 'after'>;

const allOf = (it: Omit<ChainedChange, 'hash' | 'previousHash' | 'committed'>) => [
  it.version,
  ...hashedFieldsOf(it),
  it.factsFrom,
  it.opened,
  it.closed,
  it.facts,
];

/** Returns the personal values of a change. */
export const personalOf = (it: Pick<HashedChange, 'actorName' | 'targetName' | 'before' | 'after'>) => [
  it.actorName,
  it.targetName,
  it.before,
  it.after,
];

const hashedFieldsOf = (it: HashedChange) => [
  it.no,
  it.at,
  it.actorKind,
  it.actorId,
  it.actorName,
  it.action,
  it.application,
  it.targetKind,
  it.targetId,
  it.targetName,
  it.before,
  it.after,
];

/**
 * Returns the digest over sorted facts. It covers for each fact the number of its change, whether the change opened
 * it, and its own digest.
 */
export function digestOfFacts(sha256: Sha256, facts: readonly FactDigest[]): FactsDigest {
  const entries = facts.map(
    ({ no, opened, digest }) => no.toString(16).padStart(16, '0') + (opened ? '01' : '00') + digest,
  );
  const opened = facts.filter((fact) => fact.opened).length;
  return { opened, closed: facts.length - opened, facts: sha256(entries.sort().join(''), '') };
}
