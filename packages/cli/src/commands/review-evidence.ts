import { writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { ExportedLine } from '@licet/contract/audit-chain';
import { exportedLines, keysIn } from '../audit/verify-export.ts';
import { type Command, choiceOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { linesOf } from '../connection.ts';
import { reviewId } from '../parties.ts';
import { readEvidence, verifyEvidence } from '../reviews/evidence.ts';
import { fileFault, printable } from '../terminal.ts';

const print = (text: string) => process.stdout.write(printable(`${text}\n`));

const textOf = (flags: Flags, name: string): string | undefined => {
  const given = flags[name];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

const evidence: Command = {
  name: 'reviews evidence',
  summary: 'Write the evidence of a closed review: a PDF to file, or a CSV file with its signature in a second file',
  takes: ['REVIEW'],
  flags: {
    out: { type: 'string' },
    format: { type: 'string' },
    language: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    out: 'The file; the signature of a CSV gets the same name with .jws',
    format: 'The format: csv or pdf; default: by the ending of the file, otherwise csv',
    language: 'The language of a PDF: en (the default) or de',
    ...reachFlags.about,
  },
  more: 'It contains names of users and their access: protect it as you protect the database.\nThe CSV and its signature are attached to the PDF as well.',
  async run({ client, flags, positionals }) {
    const out = textOf(flags, 'out');
    const ending = out?.toLowerCase().endsWith('.pdf') ? 'pdf' : 'csv';
    const format = choiceOf(flags, 'format', ['csv', 'pdf']) ?? ending;
    const language = choiceOf(flags, 'language', ['en', 'de']);
    const params = { review: await reviewId(client(), positionals[0] ?? '') };
    if (format === 'pdf') {
      const { closedNo } = await client().reviews.get({ params });
      const { body } = await client().reviews.evidencePdf({ params, query: language ? { language } : {} });
      if (!body) throw new Error('The server sent no evidence. Look at its log, then try again.');
      const file = out ?? `review-${closedNo}.pdf`;
      await writeWhole(file, body);
      print(file);
      return 0;
    }
    if (language) throw new UsageError('A CSV file has no language: leave --language out, or write a PDF.');
    const made = await client().reviews.evidence({ params });
    const file = out ?? made.name;
    writeFileSync(file, Buffer.from(made.content, 'base64'), { mode: 0o600 });
    writeFileSync(`${file}.jws`, `${made.signature}\n`, { mode: 0o600 });
    print(`${file}\n${file}.jws`);
    return 0;
  },
};

/** Writes a stream to a file under a temporary name, and renames the file when it is complete. */
async function writeWhole(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await writeFile(draft, pieces, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error('The evidence broke off. Look at the log of the server, then try again.');
    throw fileFault(file, error);
  } finally {
    await rm(draft, { force: true });
  }
}

const verify: Command = {
  name: 'reviews verify',
  summary: 'Verify the evidence of a review: its signature, and every figure of it against the audit chain',
  takes: ['EVIDENCE'],
  flags: {
    signature: { type: 'string' },
    chain: { type: 'string' },
    keys: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    signature: 'The signature of a CSV; default: EVIDENCE.jws',
    chain: 'An export that “licet audit export” wrote: no server is asked then',
    keys: 'The public audit keys of “licet audit keys”, kept since before: for an export',
    ...reachFlags.about,
  },
  more: 'EVIDENCE is a PDF or a CSV file. Of a PDF the CSV that is attached to it is verified, and its pages are rendered again and compared.\nIt ends with 0 when everything fits, and with 1 when something does not; then it says what.',
  async run({ client, flags, positionals }) {
    const [file = ''] = positionals;
    const [chain, keysFile] = [textOf(flags, 'chain'), textOf(flags, 'keys')];
    if (chain !== undefined && keysFile === undefined)
      throw new UsageError('Name the file with the public audit keys with --keys.');
    const keys = keysFile === undefined ? (await client().audit.keys()).items : keysIn(keysFile);
    const read = await readEvidence(file, textOf(flags, 'signature') ?? `${file}.jws`, keys);
    const lines =
      chain === undefined ? linesOf<ExportedLine>(await client().operator.exportAudit()) : exportedLines(chain);
    const { faults, pages } = await verifyEvidence(read, lines, keys);
    for (const fault of faults) print(`FORGED. ${fault}`);
    if (faults.length > 0) return 1;
    const { rows, header, pdf } = read;
    print(
      `The evidence is whole: ${rows.length} lines, as change ${header.openedNo} opened and change ${header.closedNo} closed them.`,
    );
    if (pdf)
      print(
        pages === 'compared'
          ? 'Its pages are a rendering of the CSV that is attached to it: they were rendered again, and are the same.'
          : 'Its pages are as they were sealed. They were laid out by another version of Licet, so they were not rendered again: what was verified is the CSV that is attached to it.',
      );
    return 0;
  },
};

/** The commands for the evidence of a closed review. */
export const reviewEvidenceCommands: readonly Command[] = [evidence, verify];
