import { printable } from '../terminal.ts';

/**
 * Loads the code for backups and checkpoints. If settings name a store, misspelt ones are reported on standard error:
 * without LICET_S3_ENDPOINT it would contact AWS.
 */
export async function keepingAt(place: string) {
  const keeping = await import('@licet/server/keeping');
  if (keeping.isS3(place))
    for (const sentence of keeping.misspeltHere()) process.stderr.write(printable(`${sentence}\n`));
  return keeping;
}
