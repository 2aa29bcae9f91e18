import { errorCatalogue } from '@licet/contract';
import type { Page } from '@playwright/test';

/** How the page's own `fetch` answers calls of the API. */
export interface Answers {
  /**
   * - `pass`: answers immediately.
   * - `hold`: answers when the test releases the answer.
   * - `late`: answers after two seconds.
   * - `fail`: fails each call when it is first made. Live changes are held, because they would repeat failed calls.
   */
  readonly mode: 'pass' | 'hold' | 'late' | 'fail';
  /** With `fail`: an answer with status 500, or no answer. */
  readonly how?: 'status' | 'network';
  /** With `fail`: fails only these calls. By default, fails all calls but those of the frame. */
  readonly only?: readonly string[] | undefined;
}

/** The controls that `answerBy` adds to the page. */
interface Controls {
  answers: Answers;
  /** The calls since the page was loaded, such as `GET /users`. */
  readonly made: string[];
  readonly failed: string[];
  readonly held: (() => void)[];
  /** The number of calls without an answer. */
  open: number;
}
declare global {
  interface Window {
    controlled?: Controls;
  }
}

const KEPT = 'answers of the test';

/** The calls that the frame makes on every screen. */
export const frameCalls = ['GET /me', 'GET /me/inbox?limit', 'GET /break-glass/offers'];

/**
 * Lets the test control the API's answers on every page that opens from now on. Replaces the page's `fetch`, because Playwright's routes
 * disable the browser's cache and slow each call down.
 */
export const controlAnswers = (page: Page): Promise<unknown> =>
  page.addInitScript(
    ({ kept, frame, failure }) => {
      // Skip frames, such as the example of a mail, because they may not read the storage.
      if (window !== window.top) return;
      const real = window.fetch;
      const answers = JSON.parse(sessionStorage.getItem(kept) ?? '{"mode":"pass"}') as Answers;
      const controlled: Controls = { answers, made: [], failed: [], held: [], open: 0 };
      window.controlled = controlled;
      /** The method, the path, and the parameters. Values of parameters can be instants, which differ in the next attempt. */
      const nameOf = (request: Request) => {
        const { pathname, searchParams } = new URL(request.url);
        const names = [...searchParams].map(([name, value]) =>
          /^\d+$|\d{4}-\d\d/.test(value) ? name : `${name}=${value}`,
        );
        return `${request.method} ${pathname.replace('/api/v1', '')}${names.length > 0 ? `?${names.join('&')}` : ''}`;
      };
      const answer = async (request: Request): Promise<Response> => {
        const call = nameOf(request);
        const { mode, how, only } = controlled.answers;
        controlled.made.push(call);
        const fails = only?.includes(call) ?? !frame.includes(call);
        if (mode === 'fail' && fails && !controlled.failed.includes(call)) {
          controlled.failed.push(call);
          if (how === 'network') throw new TypeError('Failed to fetch');
          const headers = { 'content-type': 'application/problem+json' };
          return new Response(JSON.stringify(failure), { status: failure.status, headers });
        }
        if (mode === 'hold' && call !== 'GET /me') await new Promise<void>((go) => controlled.held.push(go));
        if (mode === 'late') await new Promise<void>((go) => setTimeout(go, 2000));
        return await real(request);
      };
      window.fetch = async (input, init) => {
        const request = new Request(input, init);
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('/live') && controlled.answers.mode === 'fail') return new Promise(() => undefined);
        if (!pathname.startsWith('/api/v1/') || pathname.endsWith('/live')) return real(request);
        controlled.open += 1;
        try {
          return await answer(request);
        } finally {
          controlled.open -= 1;
        }
      };
    },
    {
      kept: KEPT,
      frame: frameCalls,
      failure: {
        type: 'about:blank',
        code: 'internal',
        detail: 'A test has planted this failure.',
        requestId: 'planted-1',
        ...errorCatalogue.internal,
      },
    },
  );

/** Sets how the page, and the pages after it, answer calls. */
export const answerBy = (page: Page, answers: Answers): Promise<void> =>
  page.evaluate(
    ([kept, next]) => {
      sessionStorage.setItem(kept, JSON.stringify(next));
      if (window.controlled) window.controlled.answers = next;
    },
    [KEPT, answers] as const,
  );

/** Returns the calls that the page has made since it was loaded, and those that failed. */
export const callsOn = (page: Page): Promise<{ made: string[]; failed: string[] }> =>
  page.evaluate(() => ({ made: [...new Set(window.controlled?.made)], failed: window.controlled?.failed ?? [] }));

/** Waits until the page has made no call for a number of frames, and waits only for held answers. */
export const quiet = (page: Page, frames = 12): Promise<void> =>
  page.evaluate(async (frames) => {
    const controlled = window.controlled;
    let still = 0;
    let made = -1;
    while (controlled && still < frames) {
      await new Promise((go) => requestAnimationFrame(go));
      still = controlled.open > controlled.held.length || controlled.made.length !== made ? 0 : still + 1;
      made = controlled.made.length;
    }
  }, frames);

/**
 * Releases the held answers one by one, also those of calls that the page makes meanwhile. Waits after each one until the page has drawn
 * it.
 */
export const release = (page: Page, order: 'first' | 'last', unsettled: string): Promise<void> =>
  page.evaluate(
    async ({ order, unsettled }) => {
      const controlled = window.controlled;
      if (!controlled) return;
      let still = 0;
      while (still < 12) {
        const go = order === 'first' ? controlled.held.shift() : controlled.held.pop();
        go?.();
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        still = go || controlled.open > controlled.held.length || document.querySelector(unsettled) ? 0 : still + 1;
      }
      controlled.answers = { mode: 'pass' };
      for (const go of controlled.held.splice(0)) go();
    },
    { order, unsettled },
  );

/**
 * Waits until all calls are answered and the page has drawn the answers.
 * @returns the parts of the page that still wait
 */
export const rested = (page: Page, unsettled: string): Promise<string[]> =>
  page.evaluate(async (unsettled) => {
    const controlled = window.controlled;
    const waiting = () => [...document.querySelectorAll(unsettled)];
    let still = 0;
    let made = -1;
    while (controlled && still < (waiting().length > 0 ? 150 : 12)) {
      await new Promise((go) => requestAnimationFrame(go));
      still = controlled.open > 0 || controlled.made.length !== made ? 0 : still + 1;
      made = controlled.made.length;
    }
    return waiting().map((it) => `${it.tagName} ${it.className} in ${it.parentElement?.className}`);
  }, unsettled);
