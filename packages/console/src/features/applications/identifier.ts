import { limits } from '@licet/contract';

/**
 * A suggested identifier for an application's name: "Ledger & Co." gives "ledger-co". Empty if no character is
 * usable.
 */
export function suggestIdentifier(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, limits.applicationIdMax.value)
    .replace(/-+$/, '');
}
