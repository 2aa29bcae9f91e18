import { withoutFormulaGuard } from '@licet/contract';
import { type EvidenceRow, evidenceColumns } from '@licet/contract/audit-chain';

/**
 * Yields the rows of an evidence CSV.
 * @throws Error if the CSV is not evidence
 */
export function* evidenceRowsIn(csv: Uint8Array): Generator<EvidenceRow> {
  // Evidence of earlier versions has no byte order mark. Those versions also escaped fewer characters.
  const marked = [0xef, 0xbb, 0xbf].every((byte, place) => csv[place] === byte);
  const records = marked ? recordsIn(csv.subarray(3), withoutFormulaGuard) : recordsIn(csv, withoutFormerGuard);
  const named = records.next();
  if (named.done || named.value.join() !== evidenceColumns.join())
    throw new Error('The columns of the CSV are not those of the evidence of a review.');
  for (const cells of records) {
    if (cells.length !== evidenceColumns.length)
      throw new Error(`A line of the CSV has ${cells.length} columns, and its first ${evidenceColumns.length}.`);
    yield Object.fromEntries(evidenceColumns.map((column, place) => [column, cells[place] ?? ''])) as EvidenceRow;
  }
}

const quote = 0x22;
const comma = 0x2c;
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

/**
 * Parses the CSV that Licet writes, with commas and CR LF line ends. The function reads bytes, so that tens of
 * megabytes do not become one string.
 */
function* recordsIn(csv: Uint8Array, asWritten: (cell: string) => string): Generator<string[]> {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let cells: string[] = [];
  for (let at = 0; at < csv.length; ) {
    const quoted = csv[at] === quote;
    let end = quoted ? at + 1 : at;
    if (quoted) {
      for (; ; end += 2) {
        end = csv.indexOf(quote, end);
        if (end < 0) throw new Error('A quote of the CSV is not closed.');
        if (csv[end + 1] !== quote) break;
      }
      cells.push(asWritten(text.decode(csv.subarray(at + 1, end)).replaceAll('""', '"')));
      end += 1;
    } else {
      while (end < csv.length && csv[end] !== comma && csv[end] !== carriageReturn) end += 1;
      cells.push(asWritten(text.decode(csv.subarray(at, end))));
    }
    if (csv[end] === comma) at = end + 1;
    else if (csv[end] === carriageReturn && csv[end + 1] === lineFeed) {
      yield cells;
      cells = [];
      at = end + 2;
    } else throw new Error('A line of the CSV does not end as Licet ends lines.');
  }
  if (cells.length > 0) throw new Error('The last line of the CSV is not whole.');
}

const withoutFormerGuard = (cell: string) => (/^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell);
