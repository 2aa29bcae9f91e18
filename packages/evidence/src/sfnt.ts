import { inflateSync } from 'node:zlib';

/**
 * Converts the font in a WOFF file (WOFF 1.0 sections 3 to 5) to TrueType: its tables, inflated once and by native
 * code. fontkit reads WOFF too, but inflates a table at each access.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8); // the flavor
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let place = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(44 + 20 * index, 64 + 20 * index);
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = 12 + 16 * index;
    entry.copy(head, at, 0, 4); // its tag
    entry.copy(head, at + 4, 16, 20); // its checksum
    head.writeUInt32BE(place, at + 8);
    head.writeUInt32BE(length, at + 12);
    tables.push(table, Buffer.alloc(-length & 3));
    place += length + (-length & 3);
  }
  return Buffer.concat([head, ...tables]);
}
