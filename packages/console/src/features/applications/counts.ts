/** A number as people write it: "13,790". */
export function countText(count: number): string {
  return count.toLocaleString();
}

/** A number and its noun: "1 grant", "41 grants". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** The total of a list that stops counting at a bound: "10,000+". */
export function totalText(page: { total: number; atLeast: boolean }): string {
  return page.atLeast ? `${countText(page.total)}+` : countText(page.total);
}

/** A list of words as a sentence has it: "a, b and c". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}
