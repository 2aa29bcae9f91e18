// The service worker of the token inspector, and of no other page. It answers /inspect and the console's own files
// without a network. It never touches the API.
const page = '/inspect';
const cacheName = 'inspect';

self.addEventListener('install', () => self.skipWaiting());

// The page sends the addresses of the files that it has loaded.
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (pathname === page) event.respondWith(fetch(request).catch(() => kept(page)));
  } else if (pathname.startsWith('/assets/') || /^\/[\w-]+\.(?:js|svg)$/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  }
});

/** Keeps the page and its files, and removes the files of a former version. */
async function keep(files) {
  const cache = await caches.open(cacheName);
  const wanted = new Set([page, ...files]);
  await cache.addAll([...wanted]);
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
}

async function kept(pathname) {
  const cache = await caches.open(cacheName);
  return (await cache.match(pathname, { ignoreVary: true })) ?? Response.error();
}
