import { printable } from '../printable.ts';

/**
 * Loads what reads and writes backups and checkpoints. Where settings say how a place is reached, those of them that are misspelt are named on
 * standard error: without LICET_S3_ENDPOINT it would be AWS that is asked.
 */
export async function keepingAt(place: string) {
  const keeping = await import('@licet/server/keeping');
  if (keeping.isS3(place))
    for (const sentence of keeping.misspeltHere()) process.stderr.write(printable(`${sentence}\n`));
  return keeping;
}
