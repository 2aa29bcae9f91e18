import { isIP } from 'node:net';

/**
 * The address that a request comes from, as proxies write it: some add the client's port (`192.0.2.1:4711`, `[2001:db8::1]:4711`), which
 * differs with each connection and must not make another network of it. Null for what is no address (`unknown`).
 */
export function clientAddress(told = ''): string | null {
  const [, bracketed, dotted] = /^"?(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?"?$/.exec(told) ?? [];
  const address = isIP(told) === 0 ? (bracketed ?? dotted ?? '') : told;
  if (isIP(address) === 0) return null;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address;
}
