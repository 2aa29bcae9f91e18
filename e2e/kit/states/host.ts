import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Serves the page of all states under a strict content security policy, with a separate script for each part that loads
 * late.
 */
export const startStates = async (): Promise<{ url: string; stop: () => void }> => {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [path('page.tsx')],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(outputFiles.map((file) => [`/${basename(file.path)}`, file.contents]));
  const css = readFileSync(path('page.css'));
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>States</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/page.js"></script></html>';
  const server = createServer(({ url = '/' }, reply) => {
    const script = files.get(url);
    const type = script ? 'text/javascript' : url === '/page.css' ? 'text/css' : 'text/html';
    reply.writeHead(200, {
      'content-type': type,
      'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'",
    });
    reply.end(script ?? (url === '/page.css' ? css : page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
