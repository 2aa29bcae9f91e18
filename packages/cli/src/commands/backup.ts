import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { BackupHeader, BackupSecret, TableCount } from '@licet/server/keeping';
import { type Command, dataFlag, type Flags } from '../command.ts';
import { counted, fileFault, printable, printPieces } from '../terminal.ts';

/** The flags for the key of a backup. */
export const lockFlags = {
  flags: { key: { type: 'string' }, passphrase: { type: 'string' } },
  about: {
    key: 'The file with the key of the backup: 32 bytes in Base64 (openssl rand -base64 32)',
    passphrase: 'A file with a passphrase instead, of at least 15 characters',
  },
} as const;

export const backup: Command = {
  name: 'backup',
  summary: 'Back up all data in the database to one encrypted file, as of now, while the server runs',
  takes: ['FILE'],
  flags: { ...lockFlags.flags, ...dataFlag.flags },
  about: { ...lockFlags.about, ...dataFlag.about },
  more: 'FILE is a new file; it is read back to its end before it gets its name. - is standard output. With s3://bucket/folder, the backup goes to\nan object store, and is named after its time unless the address ends in .backup.\nThe backup does not contain the key that encrypts private keys (licet.key or LICET_ENCRYPTION_KEY): keep it too, in another place.',
  async run({ client, flags, positionals: [file = ''] }) {
    const keeping = await keepingAt(file);
    const secret = keeping.readLock(...lockIn(flags));
    const inStore = keeping.isS3(file);
    if (file !== '-' && !inStore && existsSync(file))
      throw fileFault(file, Object.assign(new Error(), { code: 'EEXIST' }));
    const { body } = await client().operator.backup({ body: bodyOf(secret) });
    if (!body) throw new Error('The server sent no backup. Check its log, then try again.');
    const pieces = unbroken(body);
    if (file === '-') {
      await printPieces(pieces);
      return 0;
    }
    if (inStore) {
      const kept = await keeping.keep(file, pieces, secret);
      process.stdout.write(`${kept.file} is a backup of ${contentOf(kept.header, kept.tables)}\n`);
      return 0;
    }
    const draft = `${file}.part`;
    try {
      await write(draft, pieces);
      const { header, tables } = await keeping.verify(draft, secret);
      await rename(draft, file);
      process.stdout.write(`${file} is a backup of ${contentOf(header, tables)}\n`);
      return 0;
    } finally {
      await rm(draft, { force: true });
    }
  },
};

export const backupVerify: Command = {
  name: 'backup verify',
  summary: 'Verify a backup: read it to its end, and print what it contains',
  takes: ['FILE'],
  flags: { ...lockFlags.flags, json: { type: 'boolean' } },
  about: { ...lockFlags.about, json: 'Print its header and the count of each table as JSON' },
  more: 'FILE may be s3://bucket/folder: then the newest backup there.\nOnly a restore proves that a backup works: restore one into an empty data directory from time to time.',
  async run({ flags, positionals: [named = ''] }) {
    const keeping = await keepingAt(named);
    const { file, header, tables } = await keeping.verify(named, keeping.readLock(...lockIn(flags)));
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ header, tables })}\n`
        : `${file} is whole: a backup of ${contentOf(header, tables)}\n`,
    );
    return 0;
  },
};

export const backupList: Command = {
  name: 'backup list',
  summary: 'List the backups of a folder, or of s3://bucket/folder, newest first',
  takes: ['FOLDER'],
  flags: { json: { type: 'boolean' } },
  about: { json: 'Print them as JSON' },
  more: 'Lists only backups that are named after their time, such as scheduled ones.',
  async run({ flags, positionals: [folder = ''] }) {
    const { backupsAt } = await keepingAt(folder);
    const found = await backupsAt(folder);
    if (flags.json) process.stdout.write(`${JSON.stringify(found)}\n`);
    else if (found.length === 0) process.stdout.write(`There is no backup in ${folder}.\n`);
    else process.stdout.write(found.map(({ file, madeAt }) => `${madeAt}  ${file}\n`).join(''));
    return 0;
  },
};

export const lockIn = ({ key, passphrase }: Flags): [key: string | undefined, passphrase: string | undefined] => [
  typeof key === 'string' ? key : undefined,
  typeof passphrase === 'string' ? passphrase : undefined,
];

/** The content of a backup, in a sentence. */
export function contentOf(header: BackupHeader, tables: readonly TableCount[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${header.madeAt.slice(0, 19).replace('T', ' ')} UTC, change ${header.change}: ${counted(tables.length, 'table')}, ${counted(rows, 'row')}, of Licet ${header.version} on PostgreSQL ${header.postgres.split(' ')[0]}.`;
}

const bodyOf = (secret: BackupSecret) =>
  secret.kind === 'key' ? { key: secret.key.toString('base64') } : { passphrase: secret.passphrase };

async function write(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw fileFault(file, error);
  });
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* unbroken(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error('The server stopped in the middle of the backup. Check its log, then try again.');
    throw error;
  }
}

/**
 * Loads the code for backups and checkpoints. For an S3 store, prints a warning about misspelt settings. If
 * LICET_S3_ENDPOINT is misspelt, for example, AWS would be used.
 */
export async function keepingAt(place: string) {
  const keeping = await import('@licet/server/keeping');
  if (keeping.isS3(place))
    for (const sentence of keeping.misspeltHere()) process.stderr.write(printable(`${sentence}\n`));
  return keeping;
}
