import { describe, expect, it } from 'vitest';
import { browserOf, isPhone } from './browser.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const edge = `${chrome.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`;
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('the browser and system of a User-Agent', () => {
  it('recognises a browser whose User-Agent contains other browsers’ names', () => {
    expect(browserOf(chrome)).toBe('Chrome on Linux');
    expect(browserOf(edge)).toBe('Edge on Windows');
    expect(browserOf(iphone)).toBe('Safari on iPhone');
  });

  it('is undefined for an unknown browser', () => {
    expect(browserOf(null)).toBeUndefined();
    expect(browserOf('curl/8.0')).toBeUndefined();
  });

  it('distinguishes phones from computers', () => {
    expect([isPhone(iphone), isPhone(chrome), isPhone(null)]).toEqual([true, false, false]);
  });
});
