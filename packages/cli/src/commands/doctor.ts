import { type Command, dataFlag } from '../command.ts';
import { dataDirectoryOf } from '../config.ts';
import { type Finding, textOf, unless } from '../doctor/finding.ts';
import { address, certificate, disk, keyFile } from '../doctor/machine.ts';
import { judged } from '../doctor/server.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look whether all is well: server, address, clock, database, proxy, mail, audit chain, disk',
  takes: [],
  flags: { json: { type: 'boolean' }, ...dataFlag.flags },
  about: { json: 'Print the findings as JSON', ...dataFlag.about },
  more: 'Exit code: 0 when all is well, 1 when something is amiss, 2 when the server could not be asked.',
  async run({ client, flags }) {
    const api = client();
    const directory = dataDirectoryOf(flags);
    const status = await api.operator.status();
    const findings = [
      ...judged(status),
      await address(status.issuer),
      ...(await certificate(status.issuer)),
      await chain(api),
      disk(directory),
      keyFile(directory),
    ];
    process.stdout.write(`${flags.json ? JSON.stringify(findings) : textOf(findings)}\n`);
    return findings.every(({ well }) => well) ? 0 : 1;
  },
};

async function chain({ audit }: ReturnType<Parameters<Command['run']>[0]['client']>): Promise<Finding> {
  const { whole, events, said } = await audit.verify();
  return unless(!whole, 'Audit chain', whole ? `whole, ${events} changes` : (said ?? 'broken'), {
    why: 'Somebody has changed what was recorded, past Licet.',
    next: 'Keep the database as it is, and compare that place with a backup; docs/operations/audit.md says how.',
  });
}
