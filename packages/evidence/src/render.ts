import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EvidenceAbout } from './about.ts';
import { addTo, noFigures } from './figures.ts';
import { drawPages, type Evidence } from './pages.ts';
import { BlankPaper, Sealing, type SignSeal } from './paper.ts';
import { PdfPaper } from './pdf-paper.ts';
import { evidenceRowsIn } from './rows.ts';
import { words } from './words.ts';

/** The CSV with its detached signature, and the other content of the pages. */
export interface EvidenceParts {
  readonly csv: Uint8Array;
  readonly signature: string;
  readonly about: EvidenceAbout;
}

/**
 * Renders the evidence as a PDF with the CSV and all other inputs attached. The same inputs produce the same pages.
 * The generator yields each finished piece, so that the server can handle other requests in between.
 */
export async function* renderEvidence(parts: EvidenceParts, sign: SignSeal): AsyncGenerator<Buffer> {
  const { evidence, total } = await renderedFrom(parts);
  const { about } = parts;
  const paper = new PdfPaper(`${about.name} (${words[about.language].evidence})`, about);
  const sealing = new Sealing();
  const taken = () => {
    const piece = paper.take();
    sealing.add(piece);
    return piece;
  };
  let done = 0;
  for (const _ of drawPages(paper, evidence, total)) {
    if (paper.pages === done) continue;
    done = paper.pages;
    yield taken();
    await setImmediate();
  }
  attachAll(paper, parts);
  yield taken();
  paper.end();
  yield sealing.end(paper.take(), sign);
}

/** Returns the data for drawing the pages, and the number of pages. */
export async function renderedFrom({ csv, about }: EvidenceParts): Promise<{ evidence: Evidence; total: number }> {
  const name = nameOf(about);
  const rows = () => evidenceRowsIn(csv);
  const figures = noFigures();
  for (const row of rows()) {
    addTo(figures, row);
    if (figures.lines % linesAtOnce === 0) await setImmediate();
  }
  const digest = createHash('sha256').update(csv).digest('hex');
  const evidence: Evidence = { about, figures, rows, files: [`${name}.csv`, `${name}.csv.jws`], digest };
  return { evidence, total: await countPages(evidence) };
}

const nameOf = ({ closedNo }: EvidenceAbout) => `review-${closedNo}`;

async function countPages(evidence: Evidence): Promise<number> {
  const paper = new BlankPaper();
  let steps = 0;
  for (const _ of drawPages(paper, evidence, 0)) {
    steps += 1;
    if (steps % linesAtOnce === 0) await setImmediate();
  }
  return paper.pages;
}

function attachAll(paper: PdfPaper, { csv, signature, about }: EvidenceParts): void {
  const name = nameOf(about);
  const json = `${JSON.stringify(about, null, 2)}\n`;
  paper.attach({
    name: `${name}.csv`,
    type: 'text/csv',
    description: 'Every line of the review',
    content: csv,
    relationship: 'Source',
  });
  paper.attach({
    name: `${name}.csv.jws`,
    type: 'application/jose',
    description: 'The signature of the CSV by the audit key',
    content: Buffer.from(`${signature}\n`),
    relationship: 'Data',
  });
  paper.attach({
    name: `${name}.json`,
    type: 'application/json',
    description: 'What the pages say beside the lines',
    content: Buffer.from(json),
    relationship: 'Source',
  });
}

const linesAtOnce = 50;
