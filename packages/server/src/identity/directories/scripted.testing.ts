import { createServer, type Socket } from 'node:net';

// A directory server that speaks LDAP (RFC 4511) and gives scripted answers that no available server gives.

/** A request: its operation, and all of its bytes. */
export interface Request {
  readonly id: number;
  /** The tag of the operation: 0x60 bind, 0x63 search. */
  readonly operation: number;
  readonly bytes: Buffer;
}

export interface ScriptedDirectory {
  readonly url: string;
  readonly asked: Request[];
  close(): Promise<void>;
}

/** Returns the answers to a request, one message each; none to stay silent. */
export type Script = (request: Request, socket: Socket) => Buffer[];

export async function startScripted(script: () => Script): Promise<ScriptedDirectory> {
  const asked: Request[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let read = Buffer.alloc(0);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      read = Buffer.concat([read, data]);
      for (let message = first(read); message !== undefined; message = first(read)) {
        read = read.subarray(message.length);
        const request = requestIn(message);
        asked.push(request);
        for (const answer of script()(request, socket)) socket.write(answer);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `ldap://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export const bindResponse = ({ id }: Pick<Request, 'id'>, code = 0, diagnostic = ''): Buffer =>
  message(id, 0x61, result(code, diagnostic));
export const searchDone = ({ id }: Pick<Request, 'id'>, code = 0): Buffer => message(id, 0x65, result(code, ''));
export const searchEntry = (
  { id }: Pick<Request, 'id'>,
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): Buffer => {
  const partial = Object.entries(attributes).map(([name, values]) =>
    ber(0x30, Buffer.concat([text(name), ber(0x31, Buffer.concat(values.map((value) => ber(0x04, value))))])),
  );
  return message(id, 0x64, Buffer.concat([text(dn), ber(0x30, Buffer.concat(partial))]));
};
/** The notice of disconnection (RFC 4511 section 4.4.1), which answers no request. */
export const goodbye = (): Buffer =>
  message(0, 0x78, Buffer.concat([result(52, 'going down'), ber(0x8a, '1.3.6.1.4.1.1466.20036')]));

export const message = (id: number, operation: number, content: Buffer): Buffer =>
  ber(0x30, Buffer.concat([ber(0x02, Buffer.from([id])), ber(operation, content)]));

function ber(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const size = bytes.length < 0x80 ? [bytes.length] : [0x83, bytes.length >> 16, bytes.length >> 8, bytes.length];
  return Buffer.concat([Buffer.from([tag, ...size.map((byte) => byte & 0xff)]), bytes]);
}

const text = (value: string) => ber(0x04, value);
const result = (code: number, diagnostic: string) =>
  Buffer.concat([ber(0x0a, Buffer.from([code])), text(''), text(diagnostic)]);

/** The first complete message; requests of tests are shorter than 64 kB. */
function first(bytes: Buffer): Buffer | undefined {
  const short = bytes[1];
  if (short === undefined) return undefined;
  const more = short < 0x80 ? 0 : short & 0x7f;
  if (bytes.length < 2 + more) return undefined;
  const whole = 2 + more + (more === 0 ? short : bytes.readUIntBE(2, more));
  return bytes.length < whole ? undefined : bytes.subarray(0, whole);
}

function requestIn(bytes: Buffer): Request {
  const at = 2 + ((bytes[1] ?? 0) < 0x80 ? 0 : (bytes[1] ?? 0) & 0x7f);
  const length = bytes[at + 1] ?? 0;
  return { id: bytes.readUIntBE(at + 2, length), operation: bytes[at + 2 + length] ?? 0, bytes };
}
