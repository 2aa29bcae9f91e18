export interface Result {
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly took: number | undefined;
}
export interface Row {
  readonly file: string;
  readonly name: string;
  readonly line: string;
}
export function resultsOf(output: string, how?: { readonly byName?: boolean }): Result[];
export function rowsOf(results: readonly Result[], how: { readonly day: string; readonly byName?: boolean }): Row[];
export function pageOf(
  page: string,
  rows: readonly Row[],
  how: { readonly cores: number; readonly byName?: boolean; readonly stands?: (file: string) => boolean },
): string;
