import { limits } from '@licet/contract';

/** An identifier for an application of that name: "Ledger & Co." gives "ledger-co". Empty when nothing of it can stand. */
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
