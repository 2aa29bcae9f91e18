import { isIP, type Socket } from 'node:net';
import { connect as secure, type TLSSocket } from 'node:tls';
import type { DirectorySettings } from '@licet/contract';
import { failure, type OpenSocket, OutgoingError, reasonOf } from '../../outgoing/guard.ts';

export type Encryption = Pick<DirectorySettings, 'url' | 'startTls' | 'caCertificate'>;

/** Opens a connection to a directory, encrypted as its settings say, with a verified certificate. @throws OutgoingError */
export async function openSecureSocket(
  openSocket: OpenSocket,
  { url, startTls, caCertificate }: Encryption,
  signal: AbortSignal,
): Promise<Socket> {
  const { protocol, hostname, port: named } = new URL(url);
  const tls = protocol.toLowerCase() === 'ldaps:';
  const port = named === '' ? (tls ? 636 : 389) : Number(named);
  const host = `${hostname}:${port}`;
  const socket = await openSocket({ hostname, port, plain: !tls && !startTls }, signal);
  try {
    if (!tls && !startTls) return socket;
    if (!tls) await askForTls(socket);
    return await encrypt(socket, hostname.replace(/^\[|\]$/g, ''), caCertificate);
  } catch (error) {
    socket.destroy();
    if (error instanceof OutgoingError) throw error;
    throw failure(signal.aborted ? 'too_slow' : reasonOf(error), host, error);
  }
}

function encrypt(socket: Socket, host: string, ca: string | null): Promise<TLSSocket> {
  return new Promise((encrypted, failed) => {
    const encryptedSocket = secure({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== null && { ca }),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    encryptedSocket.once('error', failed);
    // The wrapper also emits the error of its underlying socket, possibly after it was closed. Without a listener that would end the
    // process. The client removes earlier listeners, so this one is added last.
    encryptedSocket.on('error', () => undefined);
    encryptedSocket.on('close', () => encryptedSocket.on('error', () => undefined));
    encryptedSocket.once('secureConnect', () => {
      encryptedSocket.off('error', failed);
      encrypted(encryptedSocket);
    });
    // Some servers close without a reason, for example one that requires another TLS version.
    encryptedSocket.once('close', () =>
      failed(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })),
    );
  });
}

/**
 * StartTLS (RFC 4511 section 4.14), implemented here so that nothing received before TLS is read after it. An answer that is followed by
 * more data is refused: an attacker could send the beginning of a message, and the first encrypted bytes would complete it.
 */
async function askForTls(socket: Socket): Promise<void> {
  const answer = await new Promise<Buffer>((answered, failed) => {
    let read = Buffer.alloc(0);
    const onEnd = () => failed(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    const onData = (data: Buffer) => {
      read = Buffer.concat([read, data]);
      const whole = lengthOf(read);
      if (whole === undefined && read.length < longest) return;
      socket.off('data', onData).off('error', failed).off('close', onEnd).pause();
      answered(read);
    };
    socket.on('data', onData);
    socket.on('error', failed);
    socket.on('close', onEnd);
    socket.write(startTlsRequest);
  });
  if (lengthOf(answer) !== answer.length || !isSuccess(answer)) throw new NoStartTls();
}

/** The directory does not switch to TLS. */
export class NoStartTls extends Error {
  override readonly name = 'NoStartTls';
}

const oid = Buffer.from('1.3.6.1.4.1.1466.20037');
const startTlsRequest = Buffer.concat([
  Buffer.from([0x30, oid.length + 7, 0x02, 0x01, 0x01, 0x77, oid.length + 2, 0x80, oid.length]),
  oid,
]);
const longest = 4096;

/** The length of the first message in BER; undefined while it is unknown or incomplete. */
function lengthOf(bytes: Buffer): number | undefined {
  const size = sizeAt(bytes, 1);
  return size !== undefined && bytes.length >= size.end + size.length ? size.end + size.length : undefined;
}

function sizeAt(bytes: Buffer, at: number): { readonly length: number; readonly end: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { length: first, end: at + 1 };
  const more = first & 0x7f;
  if (more === 0 || more > 3 || bytes.length < at + 1 + more) return undefined;
  return { length: bytes.readUIntBE(at + 1, more), end: at + 1 + more };
}

/** Whether the bytes answer message 1 with an extended response and the result `success`. */
function isSuccess(bytes: Buffer): boolean {
  const inside = sizeAt(bytes, 1)?.end ?? 0;
  const response = sizeAt(bytes, inside + 4);
  if (!response || !bytes.subarray(inside, inside + 4).equals(Buffer.from([0x02, 0x01, 0x01, 0x78]))) return false;
  return bytes.subarray(response.end, response.end + 3).equals(Buffer.from([0x0a, 0x01, 0x00]));
}
