/** SHA-256 in hexadecimal, of bytes (given in hexadecimal) and the UTF-8 of a text after them. */
export type Sha256 = (bytes: string, text: string) => string;

/** A change as it is linked into the chain: `before` and `after` as the JSON text that was recorded, digests in hexadecimal. */
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
  /** 1: the hash covers what stands above. 2: and the facts of the changes from `factsFrom` to this one. */
  readonly version: number;
  readonly factsFrom: number | null;
  readonly opened: number | null;
  readonly closed: number | null;
  readonly facts: string | null;
  readonly previousHash: string;
  readonly hash: string;
}

/** A fact that a change opened or closed: SHA-256 of its line. */
export interface FactDigest {
  readonly no: number;
  readonly opened: boolean;
  readonly digest: string;
}

/** What a change says of its facts: how many, and one digest over all. */
export interface FactsDigest {
  readonly opened: number;
  readonly closed: number;
  readonly facts: string;
}

/** The hash of a change: over the previous hash and its fields as JSON text. @throws RangeError for a version that is not known */
export function hashOfChange(sha256: Sha256, change: Omit<ChainedChange, 'hash'>): string {
  if (change.version === 1) return sha256(change.previousHash, JSON.stringify(saidBy(change)));
  if (change.version !== 2) throw new RangeError(`Version ${change.version} of the chain is not known.`);
  const { opened, closed, facts } = change;
  return sha256(change.previousHash, `${beforeFacts(change)},${opened},${closed},${JSON.stringify(facts)}]`);
}

/** What is hashed of a change of version 2 before what is known of its facts: the beginning of a JSON text. */
export const beforeFacts = (change: Said): string =>
  JSON.stringify(['licet change 2', ...saidBy(change), change.factsFrom]).slice(0, -1);

type Said = Omit<ChainedChange, 'hash' | 'previousHash' | 'opened' | 'closed' | 'facts' | 'version'>;

const saidBy = (it: Said) => [
  ...[it.no, it.at, it.actorKind, it.actorId, it.actorName, it.action, it.application],
  ...[it.targetKind, it.targetId, it.targetName, it.before, it.after],
];

/** The digest over facts: of each the number of its change, whether it was opened, and its digest; sorted. */
export function digestOfFacts(sha256: Sha256, facts: readonly FactDigest[]): FactsDigest {
  const entries = facts.map(
    ({ no, opened, digest }) => no.toString(16).padStart(16, '0') + (opened ? '01' : '00') + digest,
  );
  const opened = facts.filter((fact) => fact.opened).length;
  return { opened, closed: facts.length - opened, facts: sha256(entries.sort().join(''), '') };
}
