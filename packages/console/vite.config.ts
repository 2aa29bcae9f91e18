import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://localhost:4080';
/** A layer is a folder: what is further right wins, whichever style sheet a page happens to load first. */
const LAYERS = '@layer base, ui, blocks, shell, screens, hiding;';
const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Two pages: `index.html` is the console, `door.html` the light pages before it (sign-in, set-up, passwords). */
export default defineConfig({
  base: '/',
  plugins: [react(), layersFirst()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2024',
    // A strict content security policy allows no data: or inline anything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { console: file('index.html'), door: file('door.html') } },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/oidc': SERVER,
      '/.well-known': SERVER,
      // The pages are ours, what they send is the server's.
      '^/sign-in/': { target: SERVER, bypass: (request) => (isPage(request) ? '/door.html' : undefined) },
      '^/(setup|set-password|forgot|invited|signed-out|sign-in)$': {
        target: SERVER,
        bypass: (request) => (isPage(request) ? '/door.html' : undefined),
      },
    },
  },
});

/** Says the order of the layers at the head of every style sheet, since the browser takes the first one it meets. */
function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.css') ? { code: `${LAYERS}\n${code}`, map: null } : undefined),
  };
}

function isPage(request: { method?: string | undefined; headers: { accept?: string | undefined } }): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
