import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, dataFlag } from '../command.ts';
import type { SettingsSeen } from '../doctor/examine.ts';
import { fileFault } from '../terminal.ts';
import { settingsFlag, textIn } from './doctor.ts';

export const support: Command = {
  name: 'support',
  summary: 'Write a file for support: versions, results of “licet doctor”, metrics and log, without secrets and names',
  takes: ['FILE'],
  flags: { log: { type: 'string' }, ...settingsFlag.flags, ...dataFlag.flags },
  about: {
    log: 'A file with the server’s log, or - for standard input (journalctl -u licet -o cat -n 2000 | …)',
    ...settingsFlag.about,
    ...dataFlag.about,
  },
  more: 'FILE is a new JSON file that you can read before you send it; - is standard output. The command also works when the server is not running.',
  async run({ flags: { log, settings, data }, positionals: [file = ''] }) {
    const [{ examine }, { bundleOf }] = await Promise.all([
      import('../doctor/examine.ts'),
      import('../support/bundle.ts'),
    ]);
    const examined = await examine(textIn(data), textIn(settings));
    const further = {
      madeAt: new Date().toISOString(),
      log: typeof log === 'string' ? (await readLog(log)).split('\n') : 'no log was given (--log)',
      metrics: await metricsBy(examined.settings.set),
    };
    const bundle = `${JSON.stringify(bundleOf(examined, further), null, 2)}\n`;
    if (file === '-') process.stdout.write(bundle);
    else {
      await write(file, bundle);
      process.stdout.write(
        `${file} contains no secrets and no names. Read it, then send it to the person who helps you.\n`,
      );
    }
    return 0;
  },
};

async function readLog(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  const handle = await open(file).catch((error: unknown) => {
    throw fileFault(file, error);
  });
  try {
    // Read only the end of a large log.
    const { size } = await handle.stat();
    const start = Math.max(0, size - 8_000_000);
    return await text(handle.createReadStream({ start, autoClose: false }));
  } finally {
    await handle.close();
  }
}

async function write(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw fileFault(file, error);
  });
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

async function metricsBy({ LICET_METRICS_PORT: port, LICET_METRICS_HOST: bound = '127.0.0.1' }: SettingsSeen['set']) {
  if (!Number.isInteger(Number(port))) return 'LICET_METRICS_PORT is not set';
  const host = bound.includes(':') ? `[${bound}]` : bound;
  try {
    const answer = await fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(5000) });
    return answer.ok ? { text: await answer.text() } : `the metrics port answered ${answer.status}`;
  } catch {
    return 'the metrics port did not answer';
  }
}
