import { crc32, deflateSync } from 'node:zlib';

/** Creates a PNG of one colour, with other chunks before its data if any are given. */
export function png(
  width: number,
  height: number,
  ...extra: readonly (readonly [name: string, content: string])[]
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // 8 bits per channel, RGB
  const rows = Buffer.alloc(height * (1 + 3 * width), 0x40);
  for (let row = 0; row < height; row += 1) rows.writeUInt8(0, row * (1 + 3 * width));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...extra.map(([name, content]) => chunk(name, Buffer.from(content))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

/** Creates a picture of a few kB that claims this depth and contains this many zero bytes, compressed. */
export function bombOf(side: number, depth: number, bytes: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
