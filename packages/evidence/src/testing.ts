import { type EvidenceRow, evidenceColumns } from '@licet/contract/audit-chain';
import { type EvidenceAbout, evidenceLayout } from './about.ts';
import { drawPages } from './pages.ts';
import { type Element, type Paper, sheet } from './paper.ts';
import { renderedFrom } from './render.ts';

/** Returns a row that was decided to be kept, with the given changes. */
export const lineOf = (no: number, changes: Partial<EvidenceRow> = {}): EvidenceRow => ({
  ...(Object.fromEntries(evidenceColumns.map((column) => [column, ''])) as EvidenceRow),
  line: String(no),
  kind: 'grant',
  application: 'ledger',
  'holder kind': 'user',
  role: '0190',
  name: `Person ${no}`,
  username: `person.${no}`,
  access: 'Clerk',
  since: '2025-02-03T00:00:00.000000Z',
  state: 'kept',
  outcome: 'kept',
  'decided by': '018f',
  'decided by name': 'Chiara Bianchi',
  'decided at': '2026-11-03T10:11:12.000000Z',
  'decided with others': '0',
  ...changes,
});

export const csvOf = (rows: readonly EvidenceRow[]): Buffer =>
  Buffer.from(
    [evidenceColumns, ...rows.map((row) => evidenceColumns.map((column) => row[column]))]
      .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\r\n`)
      .join('')
      .replace(/^.*?\r\n/, `${evidenceColumns.join()}\r\n`),
  );

export const aboutOf = (changes: Partial<EvidenceAbout> = {}): EvidenceAbout => ({
  layout: evidenceLayout,
  language: 'en',
  issuer: 'https://access.example.org',
  organisation: 'Example & Sons <Ltd>',
  review: '0191',
  name: 'Ledger 2026 Q4',
  scope: {
    kind: 'application',
    application: 'Ledger',
    role: null,
    permission: null,
    group: null,
    principal: null,
    q: null,
  },
  reviewers: null,
  fallback: 'Priya Raman',
  undecided: 'keep',
  openedAt: '2026-11-01T08:00:00.000000Z',
  openedBy: 'Anna Admin',
  openedNo: 812,
  endsAt: '2026-11-15T17:00:00.000000Z',
  closedAt: '2026-11-14T09:30:12.000000Z',
  closedBy: 'Anna Admin',
  closedNo: 12345,
  linesDigest: 'a'.repeat(64),
  decisionsDigest: 'b'.repeat(64),
  checkpoint: { sequence: 77, no: 12400, hash: 'c'.repeat(64), at: '2026-11-14T10:00:00.000000Z', signed: 'x.y.z' },
  kid: 'key-1',
  madeAt: '2026-11-20T12:00:00.000000Z',
  ...changes,
});

export interface Written {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
}

/** A paper that records the texts of each page. */
class KeptPaper implements Paper {
  readonly kept: Written[][] = [];
  readonly document: Element = { child: () => this.document, draw: (work) => work(), end() {} };

  get pages(): number {
    return this.kept.length;
  }

  newPage(): void {
    this.kept.push([]);
  }

  text(text: string, x: number, baseline: number): void {
    this.kept.at(-1)?.push({ text, x, baseline });
  }

  rule(): void {}

  aside(work: () => void): void {
    work();
  }
}

export async function pagesOf(
  rows: readonly EvidenceRow[],
  changes: Partial<EvidenceAbout> = {},
): Promise<Written[][]> {
  const parts = { csv: csvOf(rows), signature: 'e30..sig', about: aboutOf(changes) };
  const { evidence, total } = await renderedFrom(parts);
  const paper = new KeptPaper();
  for (const _ of drawPages(paper, evidence, total));
  return paper.kept;
}

/** Returns whether a text is within the margins of the sheet. */
export const within = ({ x, baseline }: Written) =>
  x >= sheet.left && x < sheet.right && baseline > 0 && baseline < sheet.height;
