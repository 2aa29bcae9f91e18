import { sheetOf } from './sheet.ts';

const MARGIN = 8;
const GAP = 12;
const WIDTH = 400;

/**
 * Keeps a popover below its button, or above it if there is more room. On a phone, the style sheet places the popover
 * at the bottom instead. The position is written to a style sheet of the shadow root, so that no style attribute is
 * needed.
 *
 * @returns a function that ends the observation
 */
export const keepAtButton = (button: Element, host: HTMLElement, shadow: ShadowRoot): (() => void) => {
  const sheet = sheetOf('');
  if (!sheet) return () => {};
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const panel = shadow.querySelector('.panel');
  let frame = 0;

  const put = () => {
    const at = button.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const width = Math.min(WIDTH, clientWidth - 2 * MARGIN);
    const preferred = at.left + at.width / 2 > clientWidth / 2 ? at.right - width : at.left;
    const left = clamp(preferred, MARGIN, clientWidth - width - MARGIN);
    const below = clientHeight - at.bottom - GAP - MARGIN;
    const above = at.top - GAP - MARGIN;
    const height = panel?.scrollHeight ?? 0;
    const up = below < height && above > below;
    const room = Math.max(160, up ? above : below);
    const edge = up ? `bottom:${clientHeight - at.top + GAP}px` : `top:${at.bottom + GAP}px`;
    const tip = clamp(at.left + at.width / 2 - left - 6, 12, width - 24);
    host.dataset.side = up ? 'above' : 'below';
    sheet.replaceSync(
      `@media(min-width:720.02px){.panel{left:${left}px;${edge};max-height:${room}px}.panel::before{left:${tip}px!important}}`,
    );
  };
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(put);
  };

  put();
  // jsdom does not implement ResizeObserver.
  const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(soon) : undefined;
  sizes?.observe(button);
  if (panel) sizes?.observe(panel);
  window.addEventListener('scroll', soon, { capture: true, passive: true });
  window.addEventListener('resize', soon);
  return () => {
    cancelAnimationFrame(frame);
    sizes?.disconnect();
    window.removeEventListener('scroll', soon, { capture: true });
    window.removeEventListener('resize', soon);
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet);
  };
};

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
