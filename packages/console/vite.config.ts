import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sharedChunks } from './chunks.ts';
import { contractInBrowser } from './contract-in-browser.ts';

const SERVER = 'http://localhost:4080';
/** Each layer is a folder. A later layer wins, whichever style sheet a page happens to load first. */
const LAYERS = '@layer base, ui, blocks, shell, screens, hiding;';
const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Two pages: `index.html` is the console, `public.html` the light public pages (sign-in, set-up, passwords). */
export default defineConfig({
  base: '/',
  plugins: [react(), layersFirst(), fontEarly(), contractInBrowser(), ownLanguagesOnly()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // The content security policy allows neither `data:` URLs nor inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: file('index.html'), public: file('public.html') },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: sharedChunks(), debugName: 'shared' }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/oidc': SERVER,
      '/.well-known': SERVER,
      // The Vite server serves the pages. The Licet server handles all other requests.
      '^/sign-in/': { target: SERVER, bypass: (request) => (isPage(request) ? '/public.html' : undefined) },
      '^/(setup|set-password|forgot|invited|signed-out|sign-in)$': {
        target: SERVER,
        bypass: (request) => (isPage(request) ? '/public.html' : undefined),
      },
    },
  },
});

/**
 * Declares the order of the layers at the head of every style sheet, because the browser uses the first declaration.
 */
function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.css') ? { code: `${LAYERS}\n${code}`, map: null } : undefined),
  };
}

/**
 * Removes React Aria's texts in languages that the console does not have; English replaces them. These texts are a
 * third of the size of its pickers.
 */
function ownLanguagesOnly(): Plugin {
  return {
    name: 'own-languages-only',
    apply: 'build',
    load: (id) =>
      /\/node_modules\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*\/(?!en-US|de-DE)[a-z]{2}-[A-Z]{2}\.mjs$/.test(
        id,
      )
        ? `export { default } from './en-US.mjs';`
        : undefined,
  };
}

/** Preloads the Latin font on both pages, instead of after the first style sheet. */
function fontEarly(): Plugin {
  return {
    name: 'font-early',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((path) => /geist-latin-wght[^/]*\.woff2$/.test(path))
          .map((path) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${path}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

function isPage(request: { method?: string | undefined; headers: { accept?: string | undefined } }): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
