// Shapes from Lucide (https://lucide.dev, ISC licence), drawn on 24 x 24 and shown at 16 px, as in the console.
const icon = (...paths: string[]) =>
  `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths.map((path) => `<path d="${path}"/>`).join('')}</svg>`;

export const menuIcon = icon('M4 6h16M4 12h16M4 18h16');
export const searchIcon = icon('M21 21l-4.34-4.34', 'M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0');
export const themeIcon = icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0', 'M12 18a6 6 0 0 0 0-12v12z');
export const listIcon = icon('M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01');
export const beforeIcon = icon('M15 18l-6-6 6-6');
export const nextIcon = icon('M9 18l6-6-6-6');
export const copyIcon = icon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z',
  'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const checkIcon = icon('M20 6 9 17l-5-5');

/** The logo and wordmark of Licet, as in the console. */
export const brand = `<svg class="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true"><path d="M4 2.2V16.5H18.5" stroke-width="3.1" stroke-linejoin="miter"/><path d="M5 3.2A12.5 12.5 0 0 1 17.3 15.5" stroke-width="1.5"/></svg><svg class="wordmark" viewBox="0 0 52 18" fill="none" stroke="currentColor" stroke-width="2.1" aria-hidden="true"><path d="M2.1 1.6V15.4H10.2"/><path d="M14.3 6V16.4M14.3 1.4V3.8"/><path d="M27 8.3A4.7 4.7 0 1 0 27 13.6"/><path d="M30.3 11.1H39A4.5 4.5 0 1 0 37.7 14.2"/><path d="M45 2.3V13.2Q45 15.4 47.2 15.4H50M41.9 6.9H50"/></svg>`;
