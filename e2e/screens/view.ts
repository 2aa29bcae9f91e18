import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Organisation } from '../../examples/ledger/sample/organisation.ts';
import type { RunningLicet } from '../licet.ts';
import { look, type Opening, opening, type Width } from '../looks.ts';
import { openFilters } from '../open-filters.ts';
import type { Visitor } from '../visitor.ts';

/** States of screens, by name, and how each is opened. */
export type States = Readonly<Record<string, Opening>>;

/** The console of the sample organisation, open for its administrator. */
export interface View {
  readonly licet: RunningLicet;
  readonly visitor: Visitor;
  readonly page: Page;
  /** Checks every state, and reports all faults together. */
  looks(states: States): Promise<void>;
  /** Opens a URL and then an element on the screen. */
  at(address: string, then?: (width: Width) => Promise<unknown>): Opening;
  /** Opens a tab of the application Ledger and then an element on the screen. */
  ledger(search: string, then?: () => Promise<unknown>): Opening;
  field(name: string): Locator;
  /** Opens the one row with this cell. A position would not identify a row, because ties are ordered differently in every sample. */
  row(cell: string | RegExp): Promise<void>;
  /** Opens a picker and types until there are options. */
  choice(label: string, text: string): Promise<void>;
  /** Opens a button’s search and types until there are options. */
  pick(name: string | RegExp, text: string): Promise<void>;
  /** Returns the id of a user or an object of the organisation. */
  id(kind: keyof Organisation, name: string): string;
}

export function viewOf(licet: RunningLicet, organisation: Organisation, visitor: Visitor): View {
  const { page } = visitor;
  const at: View['at'] = (address, then) => opening(page, address, then);
  return {
    licet,
    visitor,
    page,
    looks: async (states) => {
      for (const [name, open] of Object.entries(states)) await test.step(name, () => look(page, name, open));
    },
    at,
    ledger: (search, then) => at(`/applications/ledger?tab=${search}`, then),
    field: (name) => page.getByRole('textbox', { name, exact: true }),
    row: (cell) =>
      page
        .getByRole('grid')
        .getByRole('row')
        .filter({ has: page.getByRole('gridcell', { name: cell, exact: typeof cell === 'string' }) })
        .click(),
    choice: async (label, text) => {
      await page.getByRole('combobox', { name: label, exact: true }).fill(text);
      await found(page);
    },
    pick: async (name, text) => {
      if ((await page.locator('.filters-button').count()) > 0) await openFilters(page);
      await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
      await page.getByRole('dialog').locator('input').fill(text);
      await found(page);
    },
    id: (kind, name) => {
      const id = organisation[kind].get(name);
      if (id === undefined) throw new Error(`The organisation has nothing called ${name}.`);
      return id;
    },
  };
}

/** Waits for the result of a search. Until then the list is busy and shows its previous content or a loading line. */
async function found(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]').filter({ has: page.getByRole('listbox') })).toHaveCount(0);
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option').first()).not.toHaveText(/^Searching/);
}
