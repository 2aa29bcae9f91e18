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

/** Serves the page at every path. `options` are looked at when a page is loaded; */
export async function servePage(options: () => LicetOptions): Promise<ServedPage> {
  const entry = fileURLToPath(new URL('./page.ts', import.meta.url));
  const built = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false, sourcemap: 'inline' });
  const script = built.outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    if (request.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(html(options()));
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

const places = ['status', 'reason', 'name', 'roles', 'refund', 'exp', 'count', 'address'];

const html = (options: LicetOptions) => `<!doctype html><html lang="en"><title>Ledger</title>
<button id="sign-in">Sign in</button><button id="sign-out">Sign out</button>
<textarea aria-label="Note"></textarea>
<dl>${places.map((place) => `<dt>${place}</dt><dd id="${place}"></dd>`).join('')}</dl>
<script>globalThis.options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/page.js"></script></html>`;
