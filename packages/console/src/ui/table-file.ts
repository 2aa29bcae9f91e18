import { csvFile, saveFile } from './save-file.ts';

/** Saves the rows of a table that are on the screen as CSV, with the columns that are shown. */
export function saveTable(label: string): void {
  const table = document.querySelector(`#main [role="grid"][aria-label="${CSS.escape(label)}"]`);
  if (!(table instanceof HTMLTableElement)) return;
  saveFile(csvFile(linesOf(table)), `${label}-${new Date().toISOString().slice(0, 10)}.csv`);
}

/** The texts of the heads and of the rows. Columns of actions and hidden columns are left out. */
export function linesOf(table: HTMLTableElement): string[][] {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('th[data-column]')].filter(
    (head) => head.dataset.fixed === undefined && isDrawn(head),
  );
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
  return [heads.map(textOf), ...rows.map((row) => heads.map(({ cellIndex }) => textOf(row.cells[cellIndex])))];
}

const isDrawn = (element: Element): boolean => getComputedStyle(element).display !== 'none';

/** The text that a cell shows. A time is written as the instant, and pictures and hidden parts are left out. */
function textOf(cell: Element | undefined): string {
  const parts = (node: Node): string[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || !isDrawn(node)) return [];
    return node instanceof HTMLTimeElement ? [node.dateTime] : [...node.childNodes].flatMap(parts);
  };
  const text = cell === undefined ? [] : parts(cell);
  return text
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(/ ([,.;:])/g, '$1');
}
