import type { ChainedChange, EvidenceHeader } from '@licet/contract/audit-chain';
import { type EvidenceAbout, evidenceLayout } from './about.ts';
import { attachedTo, saySame } from './parts.ts';
import { renderEvidence } from './render.ts';

/** The attachments of an evidence PDF. */
export interface AttachedEvidence {
  readonly csv: Buffer;
  readonly signature: string;
  readonly about: EvidenceAbout;
}

/**
 * Returns the attachments of an evidence PDF. Verify the seal of the PDF first.
 * @throws Error if something is missing
 */
export function evidenceIn(file: Buffer): AttachedEvidence {
  const attached = [...attachedTo(file)];
  const named = (ending: string) => {
    const found = attached.find(([name]) => name.endsWith(ending));
    if (!found) throw new Error(`The PDF has no attached file whose name ends in ${ending}.`);
    return found[1];
  };
  return {
    csv: named('.csv'),
    signature: named('.csv.jws').toString('latin1').trim(),
    about: JSON.parse(named('.json').toString('utf8')),
  };
}

/**
 * Returns whether the pages match their attachments, by rendering them again. Returns undefined for another version
 * of the layout.
 */
export async function pagesFit(file: Buffer, evidence: AttachedEvidence, seal: string): Promise<boolean | undefined> {
  if (evidence.about.layout !== evidenceLayout) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of renderEvidence(evidence, () => seal)) pieces.push(piece);
  return saySame(file, Buffer.concat(pieces));
}

/**
 * Compares the content of the pages with the audit chain while the chain is read: numbers, times and digests. Names
 * are not compared, because users may be renamed later.
 */
export class AboutCheck {
  readonly #about: EvidenceAbout;
  readonly #header: EvidenceHeader;
  readonly #changes = new Map<number, ChainedChange>();

  constructor(about: EvidenceAbout, header: EvidenceHeader) {
    this.#about = about;
    this.#header = header;
  }

  add(change: ChainedChange): void {
    const { openedNo, closedNo, checkpoint } = this.#about;
    if ([openedNo, closedNo, checkpoint.no].includes(change.no)) this.#changes.set(change.no, change);
  }

  /** Returns the differences, one sentence each. */
  faults(): string[] {
    const { review, openedNo, closedNo, openedAt, closedAt, checkpoint } = this.#about;
    const faults: string[] = [];
    const compare = (what: string, inEvidence: unknown, onChain: unknown) => {
      if (inEvidence !== onChain) faults.push(`${what}: the pages have ${inEvidence}, and not ${onChain}.`);
    };
    compare('The review', review, this.#header.review);
    compare('The change that opened it', openedNo, this.#header.openedNo);
    compare('The change that closed it', closedNo, this.#header.closedNo);
    const at = (no: number) => instantOf(this.#changes.get(no)?.at);
    compare('When it was opened', instantOf(openedAt), at(openedNo));
    compare('When it was closed', instantOf(closedAt), at(closedNo));
    const closing = this.#saidBy(closedNo);
    for (const name of ['linesDigest', 'decisionsDigest'] as const)
      compare(`The ${name === 'linesDigest' ? 'digest of the lines' : 'plan'}`, this.#about[name], closing[name]);
    compare('What undecided lines become', this.#about.undecided, closing.rule);
    compare('The hash of the checkpoint', checkpoint.hash, this.#changes.get(checkpoint.no)?.hash);
    return faults;
  }

  #saidBy(no: number): Readonly<Record<string, unknown>> {
    return JSON.parse(this.#changes.get(no)?.after ?? '{}') ?? {};
  }
}

const instantOf = (at: string | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
