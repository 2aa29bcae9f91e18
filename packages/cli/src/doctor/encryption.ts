import type { Encryption } from '@licet/contract';
import { type Finding, unless } from './finding.ts';

/** While the encryption key is replaced: whether the key before is still needed. */
export function encryption({ keys, former, unreadable, columns }: Encryption): Finding[] {
  if (keys === 1) return [];
  const places = columns.map(({ column }) => column).join(', ');
  const lost = unreadable > 0 ? `; ${unreadable} that none of the keys opens` : '';
  const says =
    former + unreadable > 0
      ? `${keys} keys are known; ${former} secrets are sealed with one before${lost} (${places})`
      : `${keys} keys are known, and the first sealed everything: the others can go`;
  return [
    unless(former + unreadable > 0, 'Encryption', says, {
      why: 'What is sealed with a removed key can no longer be opened.',
      next: 'licet keys rotate-encryption seals it anew. Until it says that nothing is left, keep every key.',
    }),
  ];
}
