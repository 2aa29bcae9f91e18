import { statfsSync } from 'node:fs';
import { type Command, dataFlag } from '../command.ts';
import { dataDirectoryOf } from '../config.ts';

interface Finding {
  readonly what: string;
  readonly well: boolean;
  readonly says: string;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look whether all is well: server, address, database, audit chain, disk',
  takes: [],
  flags: { json: { type: 'boolean' }, ...dataFlag.flags },
  about: { json: 'Print the findings as JSON', ...dataFlag.about },
  async run({ client, flags }) {
    const api = client();
    const directory = dataDirectoryOf(flags);
    const status = await api.operator.status();
    const chain = await api.audit.verify();
    const { bavail, bsize } = statfsSync(directory);
    const free = Math.round((bavail * bsize) / 1e6);
    const findings: Finding[] = [
      {
        what: 'Server',
        well: true,
        says: `Licet ${status.version}, up for ${status.uptimeSeconds} s, data in ${directory}`,
      },
      { what: 'Database', well: true, says: status.database },
      await reach(status.issuer),
      {
        what: 'Set-up',
        well: status.setUp,
        says: status.setUp ? 'an administrator exists' : `nobody is administrator yet; open ${status.issuer}/setup`,
      },
      {
        what: 'Audit chain',
        well: chain.whole,
        says: chain.whole ? `whole, ${chain.events} changes` : `${chain.said} Compare with a backup`,
      },
      { what: 'Disk', well: free > 500, says: `${free.toLocaleString('en')} MB free` },
    ];
    const text = findings
      .map(({ what, well, says }) => `${well ? 'well ' : 'AMISS'}  ${what.padEnd(12)} ${says}`)
      .join('\n');
    process.stdout.write(`${flags.json ? JSON.stringify(findings) : text}\n`);
    return findings.every(({ well }) => well) ? 0 : 2;
  },
};

async function reach(issuer: string): Promise<Finding> {
  const what = 'Address';
  try {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5000) });
    const found = (await response.json()) as { issuer?: unknown };
    const well = found.issuer === issuer;
    return { what, well, says: well ? `${issuer} answers` : `${issuer} answers as another issuer; check LICET_ISSUER` };
  } catch {
    return { what, well: false, says: `${issuer} does not answer from this machine; check LICET_ISSUER and the proxy` };
  }
}
