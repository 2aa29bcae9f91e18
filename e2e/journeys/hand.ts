import { type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { goTo, settled, unsettled } from '../looks.ts';
import { focusFault } from './focus.ts';
import { faultsOf } from './tree.ts';

/** The input methods with which a journey is played. */
export const ways = ['pointer', 'keyboard', 'touch', 'zoom'] as const;
export type Way = (typeof ways)[number];

/** The browser for each input method. At 400 % zoom, a window of 1280 by 1024 px has 320 by 256 CSS pixels (WCAG 1.4.10). */
export const browserOf: Readonly<Record<Way, BrowserContextOptions>> = {
  pointer: {},
  keyboard: {},
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true },
  zoom: { viewport: { width: 320, height: 256 } },
};

/** The number of clicks or taps, and of pressed keys. */
export interface Cost {
  readonly clicks: number;
  readonly keys: number;
}

/** A control counts as unreachable if the Tab key has to be pressed more often than this. */
const MOST_TABS = 120;
const MOST_ARROWS = 30;

/** Plays the intents of a journey on a page, with one input method, and counts clicks and keys. */
export class Hand {
  readonly page: Page;
  readonly way: Way;
  #clicks = 0;
  #keys = 0;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  /** Whether the input method uses the layout of a phone. */
  get isSmall(): boolean {
    return this.way === 'touch' || this.way === 'zoom';
  }

  /** Returns the cost since the last call. */
  takeCost(): Cost {
    const cost = { clicks: this.#clicks, keys: this.#keys };
    this.#clicks = 0;
    this.#keys = 0;
    return cost;
  }

  /** Opens the first screen of a journey, which does not count as a click. */
  async open(address: string): Promise<void> {
    if (this.way === 'keyboard') {
      // Loads the page, so that Tab begins at its top.
      await this.page.goto(address);
      await settled(this.page);
    } else await goTo(this.page, address);
  }

  /** Opens the palette and types into it. Touch and zoom use its button, as `by: 'click'` does. */
  async find(text: string, by: 'key' | 'click' = 'key'): Promise<void> {
    if (this.isSmall || (by === 'click' && this.way === 'pointer'))
      await this.#click(this.page.getByRole('button', { name: /^Search/ }));
    else await this.key('Control+k');
    const field = this.page.getByRole('combobox', { name: 'Find' });
    await expect(field).toBeFocused();
    await this.#typed(text);
  }

  /** Takes the selected option of the palette: with Enter, or by a tap or a click on it. */
  async take(option: string | RegExp, by: 'key' | 'click' = 'key'): Promise<void> {
    const one = this.page.getByRole('option', { name: option }).first();
    await expect(one).not.toHaveAttribute('aria-disabled', 'true');
    if (this.isSmall || (by === 'click' && this.way === 'pointer')) return this.#click(one);
    await expect(one).toHaveAttribute('aria-selected', 'true');
    await this.key('Enter');
  }

  /**
   * Presses a control.
   * @param shortcut the key that presses it from anywhere on its screen, used with the keyboard
   */
  async press(control: Locator, shortcut?: string): Promise<void> {
    await expect(control).not.toHaveAttribute('aria-disabled', 'true');
    if (this.way !== 'keyboard') return this.#click(control);
    if (shortcut !== undefined) return this.key(shortcut);
    await this.#pressByKey(control);
  }

  /** Presses a control that is disabled and explains why. Playwright would wait until it is enabled. */
  async pressRefused(control: Locator): Promise<void> {
    if (this.way === 'keyboard') return this.#pressByKey(control);
    await control.scrollIntoViewIfNeeded();
    await this.#click(control, { force: true });
  }

  /** Chooses an item of an open menu. */
  async choose(item: Locator): Promise<void> {
    await expect(item).toBeVisible();
    if (this.way !== 'keyboard') return this.#click(item);
    for (let steps = 0; !(await item.evaluate(isActive)); steps += 1) {
      if (steps > MOST_ARROWS) throw new Error(`The arrow down does not reach ${item}.`);
      await this.key('ArrowDown');
    }
    await this.key('Enter');
  }

  /** Types a text into a field, which it focuses first unless the field has the focus already. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#enter(field);
    await this.#typed(text);
  }

  /** Pastes a text, which counts as one key. */
  async paste(field: Locator, text: string): Promise<void> {
    await this.#enter(field);
    await this.page.keyboard.insertText(text);
    this.#keys += 1;
  }

  /** Presses a key and counts it. */
  async key(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#keys += 1;
  }

  /**
   * Presses a control that ignores keys and second clicks until the user can have read the item. Repeats the press until
   * it has an effect, and counts it once.
   */
  async decide(
    control: Locator,
    shortcut: string,
    decided: (limit: { timeout: number }) => Promise<void>,
  ): Promise<void> {
    const before = [this.#clicks, this.#keys] as const;
    await expect(async () => {
      [this.#clicks, this.#keys] = before;
      await this.press(control, shortcut);
      await decided({ timeout: 2000 });
    }).toPass();
  }

  /** Moves the focus to a control with Tab, or with Shift+Tab if it comes before the focused element. */
  async reach(control: Locator): Promise<void> {
    for (let tabs = 0; tabs <= MOST_TABS; tabs += 1) {
      const where = await control.evaluate((it) => {
        if (it.matches(':focus')) return 'here';
        const at = (it.getRootNode() as Document | ShadowRoot).activeElement;
        return at && at !== document.body && at.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING
          ? 'before'
          : 'after';
      });
      if (where === 'here') return;
      await this.key(where === 'before' ? 'Shift+Tab' : 'Tab');
      expect(await focusFault(this.page), `after ${tabs + 1} Tabs on the way to ${control}`).toBeUndefined();
    }
    throw new Error(`Tab does not reach ${control}.`);
  }

  /**
   * Checks the element in which the user decides: nothing overflows the page, and the accessibility tree of the page has
   * no faults. With the keyboard, also compares the tree of the element with the expected text of a screen reader.
   */
  async reads(place: Locator, text: string): Promise<void> {
    await expect(place).toBeVisible();
    await expect(this.page.locator(unsettled)).toHaveCount(0);
    if (this.way === 'keyboard') await expect(place).toMatchAriaSnapshot(text);
    await this.#isSound();
  }

  /** Expects that a live region announces a text, and that the keyboard focus is still on an element of the page. */
  async hears(text: string | RegExp): Promise<void> {
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    await expect(this.page.locator(live).filter({ hasText: text }).first()).toBeAttached();
    if (this.way === 'keyboard') await this.keepsFocus();
    await this.#isSound();
  }

  /** Expects that the focus is on an element of the page. A removed control must move the focus to another element. */
  async keepsFocus(): Promise<void> {
    const focused = () => this.page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(focused, { message: 'the focused element' }).not.toBe('BODY');
  }

  async #isSound(): Promise<void> {
    const tree = await this.page.locator('body').ariaSnapshot();
    expect(faultsOf(tree), `what a screen reader stumbles over on ${this.page.url()}`).toEqual([]);
    const wider = () =>
      this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wider(), `how much wider than the window ${this.page.url()} is, in px`).toBe(0);
  }

  async #pressByKey(control: Locator): Promise<void> {
    await this.reach(control);
    await this.key('Enter');
  }

  async #enter(field: Locator): Promise<void> {
    await expect(field).toBeVisible();
    if (await field.evaluate(isActive)) return;
    if (this.way === 'keyboard') await this.reach(field);
    else await this.#click(field);
  }

  async #typed(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#keys += text.length;
  }

  async #click(control: Locator, options = {}): Promise<void> {
    this.#clicks += 1;
    await (this.way === 'touch' ? control.tap(options) : control.click(options));
  }
}

const isActive = (it: Element) => it.matches(':focus');
