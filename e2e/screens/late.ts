import { expect, type Page, type Route } from '@playwright/test';
import { unsettled } from '../looks.ts';

const isCall = ({ pathname }: URL) => pathname.startsWith('/api/v1/');

/** Opens a screen inside the console while no call is answered. The frame keeps what it has loaded before. */
export async function loading(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await page.route(isCall, hold);
  await goInside(page, address);
  return async () => {
    await page.unroute(isCall, hold);
    for (const route of held) await route.fulfill({ status: 500, body: '' }).catch(() => undefined);
  };
}

/** Opens a screen inside the console while every call fails. */
export async function failing(page: Page, address: string): Promise<void> {
  const fail = (route: Route) => route.fulfill({ status: 500, body: '' });
  await page.route(isCall, fail);
  await goInside(page, address);
  await expect(page.locator(unsettled)).toHaveCount(0);
  await page.unroute(isCall, fail);
}

/** Navigates as links do, through an empty page. */
async function goInside(page: Page, address: string): Promise<void> {
  const go = (to: string) => page.evaluate((next) => history.pushState({}, '', next), to);
  await go('/between/two/screens');
  await expect(page.getByText('/between/two/screens')).toBeVisible();
  await go(address);
  await expect(page.getByText('/between/two/screens')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}
