import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Checks that a port is free on this machine and permitted in browsers.
 * @throws Error that names the port, and the flag that chooses another one
 */
export async function requirePort(port: number, flag: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) await listenOnce(port, host, flag);
  const { cause } = await fetch(`http://localhost:${port}`).then(
    () => ({ cause: undefined }),
    (error: Error) => error,
  );
  if (cause instanceof Error && cause.message === 'bad port')
    throw new Error(`Browsers open nothing at port ${port}. Choose another with ${flag}.`);
}

async function listenOnce(port: number, host: string, flag: string): Promise<void> {
  const server = createServer().listen({ port, host });
  const refusal = await once(server, 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  server.close();
  if (refusal === 'EADDRINUSE')
    throw new Error(`Port ${port} is in use. Stop what uses it, or choose another with ${flag}.`);
  if (refusal === 'EACCES') throw new Error(`Port ${port} is not yours to use. Choose one above 1023 with ${flag}.`);
}
