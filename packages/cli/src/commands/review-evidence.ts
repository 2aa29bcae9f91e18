import { writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { ExportedLine } from '@licet/contract/audit-chain';
import { exportedLines, keysIn } from '../audit/verify-export.ts';
import { type Command, choiceOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { linesOf } from '../connection.ts';
import { reviewId } from '../parties.ts';
import { readEvidence, verifyEvidence } from '../reviews/evidence.ts';
import { counted, fileFault, printable } from '../terminal.ts';

const print = (text: string) => process.stdout.write(printable(`${text}\n`));

const textOf = (flags: Flags, name: string): string | undefined => {
  const given = flags[name];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

const evidence: Command = {
  name: 'reviews evidence',
  summary: 'Write the evidence of a closed review as a PDF, or as a CSV file with its signature in a second file',
  takes: ['REVIEW'],
  flags: {
    out: { type: 'string' },
    format: { type: 'string' },
    language: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    out: 'The file to write; the signature of a CSV file gets the same name plus .jws',
    format: 'The format: csv or pdf; default: from the ending of the file name, otherwise csv',
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
      if (!body) throw new Error('The server sent no evidence. Check its log, then try again.');
      const file = out ?? `review-${closedNo}.pdf`;
      await writeWhole(file, body);
      print(file);
      return 0;
    }
    if (language) throw new UsageError('A CSV file has no language: leave --language out, or write a PDF.');
    const evidence = await client().reviews.evidence({ params });
    const file = out ?? evidence.name;
    writeFileSync(file, Buffer.from(evidence.content, 'base64'), { mode: 0o600 });
    writeFileSync(`${file}.jws`, `${evidence.signature}\n`, { mode: 0o600 });
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
      throw new Error(
        'The evidence is incomplete, because the server stopped sending it. Check the server’s log, then try again.',
      );
    throw fileFault(file, error);
  } finally {
    await rm(draft, { force: true });
  }
}

const verify: Command = {
  name: 'reviews verify',
  summary: 'Verify the evidence of a review: its signature, and all its figures against the audit chain',
  takes: ['EVIDENCE'],
  flags: {
    signature: { type: 'string' },
    chain: { type: 'string' },
    keys: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    signature: 'The signature of a CSV; default: EVIDENCE.jws',
    chain: 'A file that “licet audit export” wrote; no server is needed then',
    keys: 'A saved file with the public keys from “licet audit keys”; required for an export',
    ...reachFlags.about,
  },
  more: 'EVIDENCE is a PDF or a CSV file. For a PDF, its attached CSV is verified, and its pages are rendered again and compared.\nExits 0 if everything matches, and 1 if something does not; then it prints what differs.',
  async run({ client, flags, positionals }) {
    const [file = ''] = positionals;
    const [chain, keysFile] = [textOf(flags, 'chain'), textOf(flags, 'keys')];
    if (chain !== undefined && keysFile === undefined)
      throw new UsageError('Set --keys to the file with the public audit keys.');
    const keys = keysFile === undefined ? (await client().audit.keys()).items : keysIn(keysFile);
    const read = await readEvidence(file, textOf(flags, 'signature') ?? `${file}.jws`, keys);
    const lines =
      chain === undefined ? linesOf<ExportedLine>(await client().operator.exportAudit()) : exportedLines(chain);
    const { faults, pages } = await verifyEvidence(read, lines, keys);
    for (const fault of faults) print(`FORGED. ${fault}`);
    if (faults.length > 0) return 1;
    const { rows, header, pdf } = read;
    print(
      `The evidence is intact: it has ${counted(rows.length, 'line')}, as opened by change ${header.openedNo} and closed by change ${header.closedNo}.`,
    );
    if (pdf)
      print(
        pages === 'compared'
          ? 'Its pages match the attached CSV: they were rendered again, and are identical.'
          : 'Its pages are unchanged since they were sealed. Another version of Licet laid them out, so they were not rendered again. The attached CSV was verified instead.',
      );
    return 0;
  },
};

/** The commands for the evidence of a closed review. */
export const reviewEvidenceCommands: readonly Command[] = [evidence, verify];
