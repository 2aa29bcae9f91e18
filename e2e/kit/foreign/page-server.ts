import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A foreign application that runs only in the browser. Its single page is served at every path of its origin. */
export interface ServedPage {
  readonly origin: string;
  stop(): void;
}

/** The settings of the page. Their values are known only after the page's origin is registered. */
export interface PageSettings {
  issuer: string;
  clientId: string;
  dpop: boolean;
}

export async function servePage(settings: PageSettings): Promise<ServedPage> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    if (request.url === '/page.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    const page = `<!doctype html><title>Somebody else’s</title><pre></pre>
      <script type="application/json" id="settings">${JSON.stringify(settings)}</script>
      <script type="module" src="/page.js"></script>`;
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { origin: `http://localhost:${address.port}`, stop: () => void server.close() };
}
