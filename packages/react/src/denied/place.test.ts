// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { keepAtButton } from './place.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

test('a popover is placed even without ResizeObserver, as in jsdom 31', () => {
  let text = '';
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(written: string) {
        text = written;
      }
    },
  );
  vi.stubGlobal('ResizeObserver', undefined);
  Object.assign(document, { adoptedStyleSheets: [] });
  const host = document.body.appendChild(document.createElement('div'));
  const shadow = Object.assign(host.attachShadow({ mode: 'open' }), { adoptedStyleSheets: [] });
  const leave = keepAtButton(document.body.appendChild(document.createElement('button')), host, shadow);
  expect(text).toContain('.panel{left:');
  leave();
  expect(shadow.adoptedStyleSheets).toEqual([]);
});
