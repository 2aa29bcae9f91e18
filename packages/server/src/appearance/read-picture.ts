import { createHash } from 'node:crypto';
import { crc32, inflateSync } from 'node:zlib';
import { type FieldError, limits, type PictureType } from '@licet/contract';
import { fault } from '../refusal.ts';

/** A picture as stored: only its pixels. */
export interface ReadPicture {
  readonly hash: string;
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Thrown with the reason for refusing a picture. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
  /** Describes the fault, without a pointer to the field that contained the picture. */
  readonly fault: FieldError;
  constructor(fault: FieldError) {
    super(fault.detail);
    this.fault = fault;
  }
}

/**
 * Checks an uploaded picture, whatever its file name: it must be a complete PNG or WebP, not animated and not too large. Removes
 * comments, locations and colour profiles.
 * @throws PictureFault
 */
export function readPicture(sent: Buffer): ReadPicture {
  if (sent.length > limits.pictureBytes.value)
    throw new PictureFault(fault({}, 'picture_too_large', { most: limits.pictureBytes.value / 1024 }));
  const read = isPng(sent) ? readPng(sent) : isWebp(sent) ? readWebp(sent) : undefined;
  if (!read) throw new PictureFault(fault({}, 'picture_type', {}));
  const hash = createHash('sha256').update(read.bytes).digest('hex').slice(0, 32);
  return { hash, ...read };
}

type Read = Omit<ReadPicture, 'hash'>;

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(pngHead);
/** The PNG chunks that affect the pixels. All others are metadata or animation (PNG third edition, section 11). */
const pngPaints: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function readPng(bytes: Buffer): Read {
  const kept: Buffer[] = [pngHead];
  const data: Buffer[] = [];
  let head: Buffer | undefined;
  let ended = false;
  for (let at = 8; !ended; ) {
    const length = at + 12 > bytes.length ? Number.POSITIVE_INFINITY : bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw broken();
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw broken();
    if (pngPaints.has(name)) kept.push(bytes.subarray(at, end));
    else if (/^[A-Z]/.test(name)) throw broken();
    if ((head === undefined) !== (name === 'IHDR') || (name === 'IHDR' && length !== 13)) throw broken();
    head ??= content;
    if (name === 'IDAT') data.push(content);
    ended = name === 'IEND';
    at = end;
  }
  if (!head) throw broken();
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  requireSize(width, height);
  const depth = head.readUInt8(8);
  // With an invalid depth, the data would decompress to far more than the pixels.
  if (![1, 2, 4, 8, 16].includes(depth)) throw broken();
  const row = 1 + Math.ceil((width * depth * (channels[head.readUInt8(9)] ?? 0)) / 8);
  const painted = unpack(Buffer.concat(data), 2 * height * row + 1024);
  // An interlaced picture has seven passes with separate rows, so only a minimum is checked. Any other picture has
  // exactly one row of data for each row of pixels.
  const interlaced = head.readUInt8(12) === 1;
  if (interlaced ? painted < (row - 1) * height : painted !== row * height) throw broken();
  return { type: 'image/png', width, height, bytes: Buffer.concat(kept) };
}

function unpack(data: Buffer, most: number): number {
  try {
    return inflateSync(data, { maxOutputLength: most }).length;
  } catch {
    throw broken();
  }
}

const isWebp = (bytes: Buffer) =>
  bytes.length >= 16 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** WebP Container Specification (RFC 9649 section 2). */
function readWebp(bytes: Buffer): Read {
  if (bytes.readUInt32LE(4) !== bytes.length - 8) throw broken();
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let canvas: Buffer | undefined;
  for (let at = 12; at < bytes.length; ) {
    const length = at + 8 > bytes.length ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) throw broken();
    const name = bytes.toString('latin1', at, at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'ANIM' || name === 'ANMF') throw new PictureFault(fault({}, 'picture_moves', {}));
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (name === 'VP8X') {
      if (canvas || kept.length > 0 || length !== 10) throw broken();
      canvas = content;
      // Keeps only the header's flag for transparency; profile, EXIF and XMP are removed below.
      chunk.writeUInt8(chunk.readUInt8(8) & 0x10, 8);
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size) throw broken();
      size = name === 'VP8 ' ? lossySize(content) : losslessSize(content);
    }
    if (['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(name)) kept.push(chunk);
    at = end;
  }
  if (!size) throw broken();
  const { width, height } = size;
  if (canvas && (canvas.readUIntLE(4, 3) + 1 !== width || canvas.readUIntLE(7, 3) + 1 !== height)) throw broken();
  requireSize(width, height);
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF    WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { type: 'image/webp', width, height, bytes: Buffer.concat([head, body]) };
}

/** A key frame begins with its size (RFC 6386 section 9.1). */
function lossySize(content: Buffer) {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) throw broken();
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649 section 3.4. */
function losslessSize(content: Buffer) {
  if (content.length < 5 || content.readUInt8(0) !== 0x2f) throw broken();
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function requireSize(width: number, height: number): void {
  const { value: most } = limits.pictureSide;
  if (width === 0 || height === 0) throw broken();
  if (width > most || height > most) throw new PictureFault(fault({}, 'picture_too_wide', { width, height, most }));
}

const broken = () => new PictureFault(fault({}, 'picture_broken', {}));
