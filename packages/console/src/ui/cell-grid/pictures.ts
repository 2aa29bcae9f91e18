import { CELL } from './geometry.ts';

/**
 * The picture of a cell:
 * - `none`: a dot
 * - `yes`: a tick in a filled box
 * - `weak`: a tick without a box
 * - `idle`: a tick in a dashed box
 * - `ending`: access that expires soon
 * - `added`, `taken`: planned access or planned removal
 */
export type CellState = 'none' | 'yes' | 'weak' | 'idle' | 'ending' | 'added' | 'taken';

export type Pictures = Readonly<Record<CellState, OffscreenCanvas>>;

/** Draws each state once in advance, so that drawing the grid only copies pictures. */
export function drawPictures(colours: Colours, scale: number): Pictures {
  const picture = (draw: (on: OffscreenCanvasRenderingContext2D) => void): OffscreenCanvas => {
    const canvas = new OffscreenCanvas(CELL * scale, CELL * scale);
    const on = canvas.getContext('2d');
    if (!on) return canvas;
    on.scale(scale, scale);
    on.lineWidth = 1;
    draw(on);
    return canvas;
  };
  const box = (on: OffscreenCanvasRenderingContext2D, fill: string | undefined, line: string, dash: number[] = []) => {
    on.beginPath();
    on.roundRect(4.5, 4.5, 15, 15, 3.5);
    if (fill !== undefined) {
      on.fillStyle = fill;
      on.fill();
    }
    on.setLineDash(dash);
    on.strokeStyle = line;
    on.stroke();
    on.setLineDash([]);
  };
  const line = (
    on: OffscreenCanvasRenderingContext2D,
    colour: string,
    points: readonly (readonly [number, number])[],
  ) => {
    on.strokeStyle = colour;
    on.lineWidth = 1.6;
    on.lineCap = 'round';
    on.lineJoin = 'round';
    on.beginPath();
    for (const [x, y] of points) on.lineTo(x, y);
    on.stroke();
  };
  const tick = (on: OffscreenCanvasRenderingContext2D, colour: string) =>
    line(on, colour, [
      [9, 12.3],
      [11.1, 14.5],
      [15.2, 9.7],
    ]);
  return {
    none: picture((on) => {
      on.fillStyle = colours.field;
      on.beginPath();
      on.arc(12, 12, 1.25, 0, 7);
      on.fill();
    }),
    yes: picture((on) => {
      box(on, colours['yes-soft'], colours['yes-line']);
      tick(on, colours.yes);
    }),
    weak: picture((on) => tick(on, colours.yes)),
    idle: picture((on) => {
      box(on, undefined, colours.yes, [2, 2]);
      tick(on, colours.yes);
    }),
    ending: picture((on) => {
      box(on, colours['end-soft'], colours['end-line']);
      on.fillStyle = colours.end;
      on.beginPath();
      on.moveTo(9, 7.5);
      on.lineTo(15, 7.5);
      on.lineTo(9, 16.5);
      on.lineTo(15, 16.5);
      on.fill();
    }),
    added: picture((on) => {
      box(on, undefined, colours.accent, [2, 2]);
      line(on, colours.accent, [
        [9, 12],
        [15, 12],
      ]);
      line(on, colours.accent, [
        [12, 9],
        [12, 15],
      ]);
    }),
    taken: picture((on) => {
      box(on, undefined, colours.accent, [2, 2]);
      line(on, colours.accent, [
        [9, 12],
        [15, 12],
      ]);
    }),
  };
}

const names = [
  'surface',
  'text',
  'text-2',
  'text-3',
  'hairline',
  'line',
  'field',
  'selected',
  'focus',
  'accent',
  'yes',
  'yes-soft',
  'yes-line',
  'no',
  'end',
  'end-soft',
  'end-line',
] as const;

/** The colours and fonts of the design tokens as plain values, because a canvas does not resolve CSS variables. */
export interface Colours extends Readonly<Record<(typeof names)[number], string>> {
  readonly sans: string;
  readonly mono: string;
}

/** Reads the tokens at an element, so that the theme and forced colours of the page apply. */
export function readColours(element: HTMLElement): Colours {
  const probe = document.createElement('i');
  element.append(probe);
  const read = (property: 'color' | 'font-family', value: string) => {
    probe.style.setProperty(property, value);
    return getComputedStyle(probe).getPropertyValue(property);
  };
  const colours = Object.fromEntries(names.map((name) => [name, read('color', `var(--${name})`)]));
  const found = { ...colours, sans: read('font-family', 'var(--sans)'), mono: read('font-family', 'var(--mono)') };
  probe.remove();
  return found as unknown as Colours;
}

/**
 * Calls back when the page's colours change, or when its font has loaded.
 * @returns a function that stops the calls
 */
export function onColours(callBack: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', callBack);
  document.fonts.addEventListener('loadingdone', callBack);
  const theme = new MutationObserver(callBack);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', callBack);
    document.fonts.removeEventListener('loadingdone', callBack);
    theme.disconnect();
  };
}
