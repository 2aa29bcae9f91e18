/** An address without query and fragment, in the normal form of the URL standard. */
export function plainAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/**
 * The address of a request's target below `base`, without query. Undefined if it is not in normal form: a base beyond
 * origin and path, or a target with dot segments, would let a proof for one address pass for another (RFC 9449
 * section 4.3 compares after normalisation).
 */
export function addressBelow(base: string | undefined, target: string | undefined): string | undefined {
  if (base === undefined || !target?.startsWith('/')) return undefined;
  const address = base + target.replace(/[?#].*$/s, '');
  return plainAddress(address) === address ? address : undefined;
}
