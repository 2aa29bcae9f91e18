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

/** The colours and fonts of the design tokens, in the form that a canvas takes. */
export interface Colours extends Readonly<Record<(typeof names)[number], string>> {
  readonly sans: string;
  readonly mono: string;
}

/** Reads the tokens at an element, so that the theme and forced colours of the page apply. */
export function readColours(beside: HTMLElement): Colours {
  const probe = document.createElement('i');
  beside.append(probe);
  const read = (property: 'color' | 'font-family', value: string) => {
    probe.style.setProperty(property, value);
    return getComputedStyle(probe).getPropertyValue(property);
  };
  const colours = Object.fromEntries(names.map((name) => [name, read('color', `var(--${name})`)]));
  const found = { ...colours, sans: read('font-family', 'var(--sans)'), mono: read('font-family', 'var(--mono)') };
  probe.remove();
  return found as unknown as Colours;
}

/** Calls back when the colours of the page change or its font has loaded. @returns a function that stops it */
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
