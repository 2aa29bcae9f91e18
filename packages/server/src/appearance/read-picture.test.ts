import { expect, test } from 'vitest';
import { bombOf, png } from './pictures.testing.ts';
import { PictureFault, readPicture } from './read-picture.ts';

// WebP pictures of 4×3 pixels, made with libwebp: lossless with EXIF, lossy with transparency, lossy only, and
// animated.
const lossless =
  'UklGRmAAAABXRUJQVlA4WAoAAAAYAAAAAwAAAgAAVlA4TBEAAAAvA4AAEAfQp34Uu4CBiOh/AABFWElGKAAAAE1NACoAAAAIAAEBDgACAAAADQAAABoAAAAAc2VjcmV0IHBsYWNlAAA=';
const transparent =
  'UklGRloAAABXRUJQVlA4WAoAAAAQAAAAAwAAAgAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICoAAACQAQCdASoEAAMAAsBMJaACdLoAA5gA/u2QP/5mj9JvpN34/oU+1FMyAAA=';
const lossy = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoEAAMAAsBMJaQAA3AA/vfggAA=';
const moving =
  'UklGRoQAAABXRUJQVlA4WAoAAAASAAAAAwAAAgAAQU5JTQYAAAAAAAAAAABBTk1GKgAAAAAAAAAAAAMAAAIAAGQAAAJWUDhMEQAAAC8DgAAQB9CnfhS7gIGI6H8AAEFOTUYmAAAAAAAAAAAAAwAAAgAAZAAAAFZQOEwOAAAALwOAAAAHEBH9D0RE/wM=';

const fault = (bytes: Buffer): string => {
  try {
    readPicture(bytes);
    return 'taken';
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    return error.message;
  }
};

test('recognises a PNG by its content, and keeps only the image data', () => {
  const plain = png(6, 4);
  expect(readPicture(plain)).toMatchObject({ type: 'image/png', width: 6, height: 4, bytes: plain });
  const picture = readPicture(png(6, 4, ['tEXt', 'Author\0Ada'], ['eXIf', 'at home'], ['acTL', '12345678']));
  expect(picture.bytes).toEqual(plain);
  expect(picture.hash).toBe(readPicture(plain).hash);
});

test.each([lossless, transparent, lossy])('keeps only the image data of a WebP', (sent) => {
  const read = readPicture(Buffer.from(sent, 'base64'));
  expect(read).toMatchObject({ type: 'image/webp', width: 4, height: 3 });
  expect(read.bytes.toString('latin1')).not.toContain('secret place');
  expect(read.bytes.readUInt32LE(4)).toBe(read.bytes.length - 8);
  // Reading the result again changes nothing, so the removed parts are really gone.
  expect(readPicture(read.bytes).bytes).toEqual(read.bytes);
});

test('attack 36: refuses SVG, HTML and GIF, and removes data after the end of a picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect(fault(Buffer.from(svg))).toMatch(/SVG is not accepted/);
  expect(fault(Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatch(/not a PNG or WebP/);
  expect(fault(Buffer.from('R0lGODdhAgACAIEAAAAAAAAAAAAAAAAAACwAAAAAAgACAAAIBgABCAQQEAA7', 'base64'))).toMatch(
    /not a PNG or WebP/,
  );
  expect(fault(Buffer.alloc(0))).toMatch(/not a PNG or WebP/);
  const after = readPicture(Buffer.concat([png(6, 4), Buffer.from('<script>alert(1)</script>')]));
  expect(after.bytes).toEqual(png(6, 4));
});

test('refuses an animated, incomplete, oversized or inconsistent picture, with the reason', () => {
  expect(fault(Buffer.from(moving, 'base64'))).toBe('The image is animated. Save a still image.');
  expect(fault(png(1025, 4))).toMatch(/1,025 × 4 pixels.*at most 1,024/i);
  expect(fault(Buffer.concat([png(6, 4), Buffer.alloc(102_400)]))).toMatch(/larger than 100 kB/);
  for (const whole of [png(6, 4), ...[lossless, transparent, lossy].map((sent) => Buffer.from(sent, 'base64'))])
    for (let length = 16; length < whole.length; length += 1)
      expect(fault(whole.subarray(0, length))).toMatch(/is damaged/);
  const flipped = png(6, 4);
  flipped.writeUInt8(7, 19); // the width, without its checksum
  expect(fault(flipped)).toMatch(/is damaged/);
  const lied = Buffer.concat([png(6, 5).subarray(0, 33), png(6, 4).subarray(33)]); // the picture has one row fewer than its header declares
  expect(fault(lied)).toMatch(/is damaged/);
});

test('attack 43: refuses a small picture that declares 128 bits per channel', () => {
  const bomb = bombOf(128, 128, 128 * (1 + (128 * 128 * 4) / 8));
  expect(fault(bomb)).toMatch(/is damaged/);
});

test('reads any altered file as a picture, or refuses it with a known reason', () => {
  for (const whole of [png(6, 4), ...[lossless, transparent, lossy].map((sent) => Buffer.from(sent, 'base64'))])
    for (let at = 0; at < whole.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const bent = Buffer.from(whole);
        bent.writeUInt8(value, at);
        expect(fault(bent)).toMatch(/^(taken|The image|This is not a PNG)/);
      }
});
