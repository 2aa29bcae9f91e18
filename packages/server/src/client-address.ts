import { isIP } from 'node:net';

/**
 * The client's address as a proxy reports it, without the port that some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`). The port
 * differs with each connection, so with it every connection would count as a different network. Null if the text is not an address
 * (`unknown`).
 */
export function clientAddress(reported = ''): string | null {
  const [, bracketed, dotted] = /^"?(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?"?$/.exec(reported) ?? [];
  const address = isIP(reported) === 0 ? (bracketed ?? dotted ?? '') : reported;
  if (isIP(address) === 0) return null;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address;
}
