import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://localhost:4080';
const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Two pages: `index.html` is the console, `door.html` the light pages before it (sign-in, set-up, passwords). */
export default defineConfig({
  base: '/',
  plugins: [react()],
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
      '^/(setup|set-password|sign-in)$': {
        target: SERVER,
        bypass: (request) => (isPage(request) ? '/door.html' : undefined),
      },
    },
  },
});

function isPage(request: { method?: string | undefined; headers: { accept?: string | undefined } }): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
