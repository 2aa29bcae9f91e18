import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';

/** A picture on a contact sheet. */
export interface Tile {
  readonly png: Buffer;
  /** The width on the sheet, in px. */
  readonly width: number;
}

/** The pictures of one state, side by side below their label. */
export interface Row {
  readonly label: string;
  readonly tiles: readonly Tile[];
}

/** In px. Fits two desktops and two phones. */
const width = 1300;
/** From 0 to 1. At a lower quality, small text is not readable. */
const quality = 0.62;

/** Returns one WebP picture of all rows. */
export async function contactSheet(browser: Browser, title: string, rows: readonly Row[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme: 'light' });
  try {
    await page.setContent(html(title, rows));
    await allDecoded(page);
    const png = await page.screenshot({ fullPage: true });
    return await inWebp(page, png);
  } finally {
    await page.close();
  }
}

/** Returns pictures of a mockup at the given widths. */
export async function picturesOfMockup(
  browser: Browser,
  path: string,
  name: string,
  widths: readonly number[],
): Promise<readonly Buffer[]> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  try {
    await page.goto(pathToFileURL(path).href);
    const press = (text: string) => page.locator('#nav').getByText(text, { exact: true }).click();
    const pictures: Buffer[] = [];
    for (const wide of widths) {
      await press(`${wide} px`);
      await press(name);
      const frame = page.frameLocator('#view');
      await frame.locator('h1').first().waitFor({ state: 'attached' });
      await frame.locator('body').evaluate(() => document.fonts.ready.then(() => undefined));
      pictures.push(await page.locator('#view').screenshot());
    }
    return pictures;
  } finally {
    await page.close();
  }
}

/** Chromium writes WebP itself, so no package is needed. */
async function inWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async ({ data, of }) => {
      const picture = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', of);
    },
    { data: dataOf(png), of: quality },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const dataOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

const face = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
).toString('base64');

function html(title: string, rows: readonly Row[]): string {
  const figures = rows.map(({ label, tiles }) => {
    const pictures = tiles.map((tile) => `<img width="${tile.width}" src="${dataOf(tile.png)}" alt="">`).join('');
    return `<figure><figcaption>${escaped(label)}</figcaption><div>${pictures}</div></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${face}) }
    body { margin: 0; padding: 12px; background: #8b8d98; color: #fff; font: 600 13px/1.5 Geist, sans-serif }
    h1 { margin: 0 0 8px; font-size: 20px }
    main { display: flex; flex-wrap: wrap; gap: 14px 16px }
    figure { margin: 0 }
    div { display: flex; gap: 8px; align-items: flex-start }
  </style><h1>${escaped(title)}</h1><main>${figures.join('')}</main>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const allDecoded = (page: Page) => page.evaluate(() => Promise.all([...document.images].map((it) => it.decode())));
