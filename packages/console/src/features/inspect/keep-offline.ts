/**
 * Keeps the inspector in the browser, so that it opens again without a network. Its service worker controls only
 * `/inspect`. Without service workers, or if storage is blocked, the page needs a network when it opens.
 */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/inspect-offline.js', { scope: '/inspect' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(ownFiles(performance.getEntriesByType('resource').map(({ name }) => name)));
}

/** The paths of the console's files among the addresses that a page has loaded. */
export function ownFiles(addresses: readonly string[], origin = location.origin): string[] {
  const paths = addresses
    .map((address) => new URL(address))
    .filter((url) => url.origin === origin)
    .map(({ pathname }) => pathname);
  return [...new Set(paths)].filter((path) => path.startsWith('/assets/') || /^\/[\w-]+\.(?:js|svg)$/.test(path));
}
