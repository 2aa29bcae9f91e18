import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataDirectory } from '@licet/contract/operator';

export interface SampleOptions {
  readonly directory: string;
  readonly port: number;
  readonly ledgerPort: number;
  readonly help: boolean;
}

/**
 * Parses the flags.
 * @throws Error whose message explains the unknown or invalid flag
 */
export function readOptions(args: readonly string[]): SampleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '4080' },
      'ledger-port': { type: 'string', default: '4090' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    directory: resolve(values.data ?? sampleDirectory()),
    port: portOf('--port', values.port),
    ledgerPort: portOf('--ledger-port', values['ledger-port']),
    help: values.help,
  };
}

export const help = (): string => `npm start -- --sample [flags]

Starts Licet, Ledger (an application that it protects) and an organisation of 60 people with a past year, in about ten
seconds. All of it begins anew at each start, and ends with Ctrl-C.

  --port N         where Licet answers (4080)
  --ledger-port N  where Ledger answers (4090)
  --data DIR       where it all lies (${sampleDirectory()}); emptied at each start
  --help           this text
`;

/**
 * Returns the default directory of the sample. It differs from that of a real Licet, because the sample empties its
 * directory.
 */
function sampleDirectory(): string {
  const dataHome = process.env.XDG_DATA_HOME;
  return `${defaultDataDirectory({ root: process.getuid?.() === 0, home: homedir(), dataHome })}-sample`;
}

function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${flag} is a number from 1 to 65535, not “${text}”.`);
}
