import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chunkBytes, openChunks, sealChunks } from './sealed-chunks.ts';

const key = randomBytes(32);
const whole = chunkBytes + 16;

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}
async function* inPieces(bytes: Uint8Array, length = 10_007) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const sealed = (bytes: Buffer) => all(sealChunks(inPieces(bytes), key));
const opened = (bytes: Buffer, by = key) => all(openChunks(inPieces(bytes), by));
const damaged = /^The backup is (damaged at chunk|cut off after chunk) \d+/;

describe('sealed chunks', () => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes + 5])(
    'open to the original %i bytes',
    async (length) => {
      const bytes = randomBytes(length);
      const locked = await sealed(bytes);
      expect(locked).toHaveLength(length + 16 * Math.max(1, Math.ceil(length / chunkBytes)));
      expect((await opened(locked)).equals(bytes)).toBe(true);
    },
  );

  test('are refused when a bit is flipped', async () => {
    const locked = await sealed(randomBytes(2 * chunkBytes + 100));
    for (let at = 0; at < locked.length; at += 1 + Math.floor(Math.random() * 3000)) {
      const changed = Buffer.from(locked);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      await expect(opened(changed), `byte ${at}`).rejects.toThrow(damaged);
    }
  });

  const three = randomBytes(3 * chunkBytes);
  const chunksOf = async () => {
    const locked = await sealed(three);
    return [0, 1, 2].map((at) => locked.subarray(at * whole, (at + 1) * whole));
  };
  test.each([
    ['cut off between two', [0, 1]],
    ['without the first', [1, 2]],
    ['without one in the middle', [0, 2]],
    ['swapped', [1, 0, 2]],
    ['with one twice', [0, 1, 1, 2]],
    ['with the last one first', [2, 0, 1]],
    ['with something behind the end', [0, 1, 2, 0]],
    ['all gone', []],
  ])('are refused %s', async (_, order) => {
    const chunks = await chunksOf();
    await expect(opened(Buffer.concat(order.map((at) => chunks[at] ?? Buffer.alloc(0))))).rejects.toThrow(damaged);
  });

  test('are refused when truncated', async () => {
    const locked = await sealed(three);
    for (const length of [1, 15, 16, 17, whole - 1, whole, whole + 1, locked.length - 16, locked.length - 1])
      await expect(opened(locked.subarray(0, length)), `${length} bytes`).rejects.toThrow(damaged);
  });

  test('are refused with the key of another stream', async () => {
    await expect(opened(await sealed(three), randomBytes(32))).rejects.toThrow(damaged);
  });
});
