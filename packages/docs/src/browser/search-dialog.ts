import type { Entry } from '../build.ts';
import { searchIcon } from '../frame.ts';
import { excerpt, type Found, type Search, searchOver } from './search-index.ts';

/** Opens the search by its button, by Ctrl-K or ⌘ K, and by `/`, as in the console. */
export function searchKeys(): void {
  let dialog: HTMLDialogElement | undefined;
  const open = () => {
    dialog ??= makeDialog();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  for (const button of document.querySelectorAll('[data-open-search]')) button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea');
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && !(event.key === '/' && !typing)) return;
    event.preventDefault();
    open();
  });
}

function makeDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = `<div class="palette-query">${searchIcon}<input role="combobox" aria-label="Search the documentation" aria-controls="found" aria-expanded="false" aria-autocomplete="list" placeholder="A word, a setting, a command, an error code …" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"></div><p class="palette-note" role="status"></p><div id="found" class="palette-list" role="listbox" aria-label="What was found"></div>`;
  document.body.append(dialog);
  const input = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('#found') as HTMLElement;
  const note = dialog.querySelector('.palette-note') as HTMLElement;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  let chosen = 0;

  const choose = (index: number) => {
    const all = options();
    chosen = all.length === 0 ? 0 : (index + all.length) % all.length;
    for (const [at, option] of all.entries()) option.setAttribute('aria-selected', String(at === chosen));
    all[chosen]?.scrollIntoView({ block: 'nearest' });
    if (all[chosen]) input.setAttribute('aria-activedescendant', `found-${chosen}`);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = async () => {
    const query = input.value.trim();
    const search = await ready();
    if (query !== input.value.trim()) return;
    const found = query === '' || search === undefined ? [] : search(query);
    list.replaceChildren(...found.map(optionOf));
    input.setAttribute('aria-expanded', String(found.length > 0));
    note.textContent = noteOf(query, search !== undefined, found.length);
    choose(0);
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') options()[chosen]?.click();
    else if (step !== undefined) choose(chosen + step);
    else return;
    event.preventDefault();
  });
  // Closes the dialog on any link. A link to the current page loads nothing, so the dialog would stay open.
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  void show();
  return dialog;
}

function noteOf(query: string, ready: boolean, count: number): string {
  if (!ready) return 'The search could not be loaded. Load the page again.';
  return query !== '' && count === 0 ? `Nothing has “${query}” in it.` : '';
}

function optionOf(entry: Found, index: number): HTMLElement {
  const { page, heading, address, chapter, text, words } = entry;
  const option = document.createElement('a');
  option.id = `found-${index}`;
  option.className = 'palette-option';
  option.setAttribute('role', 'option');
  option.tabIndex = -1;
  option.href = new URL(address, siteRoot()).href;
  option.append(
    line('palette-title', [{ text: heading === '' ? page : heading, found: false }]),
    line('palette-place', [{ text: heading === '' ? chapter : page, found: false }]),
    line('palette-text', excerpt(text, words)),
  );
  return option;
}

function line(kind: string, pieces: readonly { text: string; found: boolean }[]): HTMLElement {
  const element = document.createElement('span');
  element.className = kind;
  for (const { text, found } of pieces) {
    const piece = found ? document.createElement('mark') : document.createTextNode('');
    piece.textContent = text;
    element.append(piece);
  }
  return element;
}

const indexAddress = () => new URL(document.documentElement.dataset.search ?? '', location.href);
/** The index is in a folder below the root of the site. */
const siteRoot = () => new URL('../', indexAddress());

let loading: Promise<Search | undefined> | undefined;
function ready(): Promise<Search | undefined> {
  loading ??= fetch(indexAddress())
    .then(async (response) => (response.ok ? searchOver((await response.json()) as Entry[]) : undefined))
    .catch(() => undefined);
  return loading;
}
