import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The metrics as text, and their format. */
export interface Exposition {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` and nothing else, at its own address, where users of Licet cannot reach it. */
export async function serveMetrics(
  { contentType, read }: Exposition,
  { host, port }: MetricsAddress,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const known = request.url?.split('?')[0] === '/metrics';
    if (!known || request.method !== 'GET') return void response.writeHead(known ? 405 : 404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError([`The port ${port} for metrics is in use. Choose another (LICET_METRICS_PORT).`])
          : error,
      ),
    );
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
