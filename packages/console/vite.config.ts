import { fileURLToPath } from 'node:url';
import { outline } from '@licet/contract/outline';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const SERVER = 'http://localhost:4080';
/** Each layer is a folder. A later layer wins, whichever style sheet a page happens to load first. */
const LAYERS = '@layer base, ui, blocks, shell, screens, hiding;';
const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Two pages: `index.html` is the console, `public.html` the light public pages (sign-in, set-up, passwords). */
export default defineConfig({
  base: '/',
  plugins: [react(), layersFirst(), fontEarly(), callsInOutline()],
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
          groups: [{ name: sharedPart, debugName: 'shared', minShareCount: 2 }],
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
 * Puts modules that several screens share into one chunk. The first screen and the public pages have their own shared
 * chunks. Without this, each combination of screens would get its own chunk; one screen loaded eighty of them.
 */
function sharedPart(id: string, build: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }): string | null {
  const reached = (from: string, later: boolean, found = new Set<string>()): Set<string> => {
    const info = found.has(from) ? null : build.getModuleInfo(from);
    found.add(from);
    for (const next of info?.importedIds ?? []) reached(next, later, found);
    for (const next of (later && info?.dynamicallyImportedIds) || []) reached(next, later, found);
    return found;
  };
  if (reached(file('public.html'), true).has(id)) return reached(file('public.html'), false).has(id) ? 'pages' : null;
  if (reached(file('index.html'), false).has(id)) return null;
  return reached(file('src/features/home/home-screen.tsx'), false).has(id) ? 'first-screen' : 'screens';
}

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

/** Precomputes the outline of the calls at build time, so that no page loads the contract's schemas for it. */
function callsInOutline(): Plugin {
  return {
    name: 'calls-in-outline',
    apply: 'build',
    load: (id) =>
      id === fileURLToPath(import.meta.resolve('@licet/contract/outline'))
        ? `export const outline = JSON.parse(${JSON.stringify(JSON.stringify(outline))});`
        : undefined,
  };
}

function isPage(request: { method?: string | undefined; headers: { accept?: string | undefined } }): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
