import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { LicetOptions } from '@licet/client';
import { build } from 'esbuild';

/** A page of an application on an origin of its own, with `@licet/client`. */
export interface ServedPage {
  readonly origin: string;
  stop(): void;
}

/** Serves the page at every path, and below /guard a page that React guards. `options` are read when a page is loaded. */
export async function servePage(options: () => LicetOptions): Promise<ServedPage> {
  const script = await bundled('page.ts');
  const guard = await bundled('guard-page.tsx');
  const server = createServer((request, response) => {
    if (request.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (request.url === '/guard.js') return response.setHeader('content-type', 'text/javascript').end(guard);
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    const page = request.url?.startsWith('/guard') ? guarded(options()) : html(options());
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    sourcemap: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

const places = ['status', 'reason', 'name', 'roles', 'refund', 'exp', 'count', 'address'];

const html = (options: LicetOptions) => `<!doctype html><html lang="en"><title>Ledger</title>
<button id="sign-in">Sign in</button><button id="sign-out">Sign out</button>
<textarea aria-label="Note"></textarea>
<dl>${places.map((place) => `<dt>${place}</dt><dd id="${place}"></dd>`).join('')}</dl>
<script>globalThis.options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/page.js"></script></html>`;

const guarded = (options: LicetOptions) => `<!doctype html><html><title>Ledger</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><body>
<script>globalThis.options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/guard.js"></script></html>`;
