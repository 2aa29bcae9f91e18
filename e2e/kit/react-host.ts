import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { axeFindings } from '../axe.ts';
import { take } from '../looks.ts';

/** Serves the host page of the kit's stories under the strictest content security policy. */
export const startHost = async (): Promise<{ url: string; stop: () => void }> => {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [path('react-page.tsx')],
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const css = readFileSync(path('react-page.css'));
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Invoice 2026-0417, Ledger</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/page.js"></script></html>';
  const server = createServer(({ url = '/' }, reply) => {
    const [type, body] = url.startsWith('/page.css')
      ? ['text/css', css]
      : url.startsWith('/page.js')
        ? ['text/javascript', outputFiles[0]?.contents]
        : ['text/html', page];
    reply.writeHead(200, {
      'content-type': type,
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    reply.end(body);
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

/** Expects that axe finds nothing in either theme, and that the part fits the page's width. The themes differ only in colours. */
export async function soundInBothThemes(page: Page, name: string, part: Locator, width: number): Promise<void> {
  const rules = { region: { enabled: false }, 'heading-order': { enabled: false } };
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options = colorScheme === 'light' ? { rules } : { runOnly: ['color-contrast'] };
    expect(await axeFindings(page, options), `what axe finds on ${name}-${colorScheme}`).toEqual([]);
    const box = await part.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 844.5).toBe(true);
    await take(page, `${name}-${colorScheme}`);
  }
}
