import type { PutBackReport, Verification } from '@licet/contract';
import { mayBePutBack } from '@licet/contract/audit-chain';
import { checkpointsIn, verifyExport } from '../audit/verify-export.ts';
import { type Command, dataFlag, reachFlags, UsageError } from '../command.ts';
import { serverOf } from '../config.ts';
import { linesOf } from '../connection.ts';
import { counted, printPieces, progressBar } from '../terminal.ts';

const verify: Command = {
  name: 'audit verify',
  summary: 'Verify the audit chain of the running server, or of an export without a server',
  takes: [],
  flags: {
    file: { type: 'string' },
    keys: { type: 'string' },
    checkpoints: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    file: 'A file that “licet audit export” wrote; no server is needed then',
    keys: 'A saved file with the public keys from “licet audit keys”; required for an export',
    checkpoints: 'A file with saved checkpoints, one per line; for an export, also their s3://bucket/folder',
    json: 'Print the result as JSON',
    ...reachFlags.about,
  },
  more: 'Exits 0 if the chain is intact, and 1 if it is broken; then it prints the first fault.',
  async run({ client, flags }) {
    const { file, keys, checkpoints } = flags;
    const progress = progressBar(process.stderr);
    let report: Report | undefined;
    if (typeof file === 'string') {
      if (typeof keys !== 'string') throw new UsageError('Set --keys to the file with the public audit keys.');
      report = await verifyExport({
        file,
        keys,
        checkpoints: typeof checkpoints === 'string' ? checkpoints : undefined,
        onProgress: (done) => progress.show('Verifying', done, null),
      });
    } else if (typeof checkpoints === 'string') {
      report = await client().audit.verifyAgainst({ body: { checkpoints: checkpointsIn(checkpoints) } });
    } else if (serverOf(flags) !== undefined) {
      report = await client().audit.verify();
    } else {
      for await (const line of linesOf<Verification>(await client().operator.verifyAudit())) {
        if ('report' in line) report = line.report;
        else progress.show('Verifying', line.done, line.total);
      }
    }
    progress.clear();
    if (!report) throw new Error('The server stopped before it reported the result. Check its log for the reason.');
    process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : sentences(report));
    return report.whole ? 0 : 1;
  },
};

const exportChain: Command = {
  name: 'audit export',
  summary: 'Print the whole audit chain with its facts and checkpoints, to verify it elsewhere',
  takes: [],
  flags: { ...dataFlag.flags },
  about: { ...dataFlag.about },
  more: 'It contains names of users and their access: protect the file as you protect the database.',
  async run({ client }) {
    await printPieces((await client().operator.exportAudit()).body);
    return 0;
  },
};

const checkpoint: Command = {
  name: 'audit checkpoint',
  summary: 'Print a signed checkpoint of the current audit chain, to store and verify later',
  takes: [],
  flags: { ...reachFlags.flags },
  about: { ...reachFlags.about },
  more: 'Verify it later with “licet audit verify --checkpoints FILE”. A file may contain several, one per line.',
  async run({ client }) {
    process.stdout.write(`${(await client().audit.checkpoint()).signed}\n`);
    return 0;
  },
};

const keys: Command = {
  name: 'audit keys',
  summary: 'Print the public keys that sign checkpoints, including former ones',
  takes: [],
  flags: { ...dataFlag.flags },
  about: { ...dataFlag.about },
  async run({ client }) {
    process.stdout.write(`${JSON.stringify(await client().audit.keys(), null, 2)}\n`);
    return 0;
  },
};

const rotateKey: Command = {
  name: 'audit rotate-key',
  summary: 'Sign checkpoints with a new key from now on, and print the public keys',
  takes: [],
  flags: { ...dataFlag.flags },
  about: { ...dataFlag.about },
  async run({ client }) {
    process.stdout.write(`${JSON.stringify(await client().operator.rotateAuditKey(), null, 2)}\n`);
    return 0;
  },
};

const putBack: Command = {
  name: 'audit put-back',
  summary: 'Record that the database was put back, after a restore or an upgrade that was undone',
  takes: [],
  flags: { checkpoints: { type: 'string' }, ...dataFlag.flags },
  about: {
    checkpoints: 'A file with saved checkpoints, one per line, to compare as well as those in LICET_AUDIT_FOLDER',
    ...dataFlag.about,
  },
  more: 'Explains the checkpoints that the replaced database signed. Changes nothing if all checkpoints match.',
  async run({ client, flags: { checkpoints: file } }) {
    const body = typeof file === 'string' ? { checkpoints: checkpointsIn(file) } : {};
    process.stdout.write(putBackSentences(await client().operator.putBack({ body })));
    return 0;
  },
};

/** An alias, because users expect `licet verify`. */
const verifyShort: Command = {
  ...verify,
  name: 'verify',
  summary: 'Verify the audit chain, as “licet audit verify” does',
};

export const auditCommands: readonly Command[] = [
  verifyShort,
  verify,
  checkpoint,
  exportChain,
  keys,
  rotateKey,
  putBack,
];

function putBackSentences({ compared, replaced }: PutBackReport): string {
  if (compared === 0)
    return 'Nothing was recorded: there is no checkpoint of this server outside its database. Set --checkpoints to a file with saved checkpoints.\n';
  if (!replaced)
    return `Nothing was recorded: ${counted(compared, 'checkpoint matches', 'checkpoints match')} the chain, or ${compared === 1 ? 'is' : 'are'} already explained by a recorded restore.\n`;
  const { checkpoints, from, to, since, until, event, epoch } = replaced;
  return [
    `${counted(checkpoints, 'checkpoint belongs', 'checkpoints belong')} to the database that was replaced: of changes ${from} to ${to}, signed from ${since} to ${until}.`,
    `This is now event ${event} of the audit log, which begins epoch ${epoch}. “licet audit verify” counts these checkpoints from now on.`,
    'If nobody put this database back, somebody has altered it: see docs/operations/audit.md, “When it is broken”.\n',
  ].join('\n');
}

type Report = Extract<Verification, { report: unknown }>['report'];

function sentences({
  whole,
  said,
  fault,
  events,
  facts,
  factsSince,
  uncovered,
  epoch,
  checkpoints,
  head,
}: Report): string {
  const { agreed, restoredAway } = checkpoints;
  const lines = [
    whole
      ? `The chain is intact: ${counted(events, 'change')} and ${counted(facts, 'opening or ending', 'openings and endings')} of facts.`
      : `BROKEN. ${said}`,
    mayBePutBack(fault)
      ? 'If this database was put back in place of a restored or upgraded one, run “licet audit put-back” on its server.'
      : '',
    factsSince !== null && factsSince > 1
      ? `Up to change ${factsSince}, the chain covers all facts together; from then on, it covers those of each change.`
      : '',
    uncovered > 0
      ? `The facts of ${uncovered === 1 ? 'the last change are' : `the last ${counted(uncovered, 'change')} are`} not covered yet, because an older server made ${uncovered === 1 ? 'it' : 'them'}.`
      : '',
    `${counted(agreed, 'signed checkpoint matches', 'signed checkpoints match')}${restoredAway > 0 ? `; ${counted(restoredAway, 'belongs', 'belong')} to changes that a restore removed or to a database that was replaced` : ''}. Epoch ${epoch}.`,
    `The newest hash is ${head}.`,
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}
