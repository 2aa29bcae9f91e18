import { inflateSync } from 'node:zlib';
import type { ChainedChange, EvidenceHeader } from '@licet/contract/audit-chain';
import { type EvidenceAbout, evidenceLayout } from './about.ts';
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
 * Renders the pages again from their attachments, and returns whether the result matches the file. Returns undefined if
 * the file has another layout version.
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
    const closing = this.#afterOf(closedNo);
    for (const name of ['linesDigest', 'decisionsDigest'] as const)
      compare(`The ${name === 'linesDigest' ? 'digest of the lines' : 'plan'}`, this.#about[name], closing[name]);
    compare('What undecided lines become', this.#about.undecided, closing.rule);
    compare('The hash of the checkpoint', checkpoint.hash, this.#changes.get(checkpoint.no)?.hash);
    return faults;
  }

  #afterOf(no: number): Readonly<Record<string, unknown>> {
    return JSON.parse(this.#changes.get(no)?.after ?? '{}') ?? {};
  }
}

const instantOf = (at: string | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

/** An object of a PDF, with its stream uncompressed. */
interface Part {
  readonly id: number;
  /** The text of the object, without the stream and its compressed length. */
  readonly text: string;
  readonly data: Buffer;
}

/**
 * Returns the attachments of a PDF by name. Reads only PDFs that Licet created, so verify the seal first.
 * @throws Error
 */
function attachedTo(file: Buffer): ReadonlyMap<string, Buffer> {
  const named = new Map<number, string>();
  const found = new Map<number, Buffer>();
  for (const { id, text, data } of partsOf(file)) {
    const spec = /\/Type \/Filespec\b.*?\/EF <<\s*\/F (\d+) 0 R\s*>>\s*\/UF \(([\w.-]+)\)/s.exec(text);
    if (spec) named.set(Number(spec[1]), spec[2] ?? '');
    if (/\/Type \/EmbeddedFile\b/.test(text)) found.set(id, data);
  }
  return new Map([...named].map(([id, name]) => [name, found.get(id) ?? strange()]));
}

/**
 * Returns whether two PDFs contain equal objects. The compression of streams is ignored, because it differs between
 * machines.
 */
function saySame(one: Buffer, other: Buffer): boolean {
  const others = partsOf(other);
  for (const part of partsOf(one)) {
    const { value, done } = others.next();
    if (done || part.text !== value.text || !part.data.equals(value.data)) return false;
  }
  return others.next().done === true && ends(one) === ends(other);
}

/** Returns the text before the first object and after the table of objects, without the position of the table. */
function ends(file: Buffer): string {
  const { offsets, trailer } = tableOf(file);
  return file.toString('latin1', 0, Math.min(...offsets)) + trailer.replace(/startxref\n\d+\n/, '');
}

export function* partsOf(file: Buffer): Generator<Part> {
  const { offsets, end } = tableOf(file);
  const places = offsets.map((from, index) => ({ from, id: index + 1 })).sort((one, other) => one.from - other.from);
  for (const [index, { from, id }] of places.entries()) {
    const to = places[index + 1]?.from ?? end;
    const begins = from + file.subarray(from, to).indexOf('stream\n');
    const hasStream = begins >= from;
    const head = file.toString('latin1', from, hasStream ? begins : to);
    if (!head.startsWith(`${id} 0 obj\n`)) strange();
    const length = hasStream ? Number(/\/Length (\d+)\n/.exec(head)?.[1] ?? strange()) : 0;
    const data = hasStream ? file.subarray(begins + 7, begins + 7 + length) : nothing;
    const rest = hasStream ? file.toString('latin1', begins + 7 + length, to) : '';
    const unpacked = /\/Filter \/FlateDecode\n/.test(head) ? inflateSync(data, { maxOutputLength: most }) : data;
    yield { id, text: head.replace(/\/Length \d+\n/, '') + rest, data: unpacked };
  }
}

/** Reads the positions of the objects from the table at the end (ISO 32000-1 section 7.5.4). */
function tableOf(file: Buffer): { offsets: number[]; end: number; trailer: string } {
  const tail = file.toString('latin1', Math.max(0, file.length - 40));
  const end = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(tail)?.[1] ?? strange());
  const head = /^xref\n0 (\d+)\n/.exec(file.toString('latin1', end, end + 30)) ?? strange();
  const count = Number(head[1]) - 1;
  const first = end + head[0].length + entry;
  const after = first + entry * count;
  if (count < 1 || after > file.length) strange();
  const offsets = Array.from({ length: count }, (_, index) => {
    const at = first + entry * index;
    return Number(file.toString('latin1', at, at + 10));
  });
  return { offsets, end, trailer: file.toString('latin1', after) };
}

const entry = 20;
const nothing = Buffer.alloc(0);
const most = 1 << 30;

const strange = (): never => {
  throw new Error('The PDF is not laid out as Licet lays out evidence.');
};
