import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/** The bytes of a chunk before encryption. */
export const chunkBytes = 65_536;
const tagBytes = 16;

/**
 * Encrypts a stream in chunks with AES-256-GCM, like STREAM (Hoang, Reyhanitabar, Rogaway and Vizár 2015) and the file format age. The
 * nonce of a chunk is its position and whether it is the last one. So no chunk can be changed, moved, left out, repeated or cut off
 * undetected. The key must be used for this stream only.
 */
export async function* sealChunks(pieces: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let place = 0;
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    // Holds back the last piece until more data follows, because the last chunk has another nonce.
    for (; held.length > chunkBytes; held = held.subarray(chunkBytes))
      yield seal(held.subarray(0, chunkBytes), key, nonceOf(place++, false));
  }
  yield seal(held, key, nonceOf(place, true));
}

/** Decrypts and authenticates sealed chunks in order. @throws BackupError if a chunk was altered or the end is missing */
export async function* openChunks(pieces: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const whole = chunkBytes + tagBytes;
  let held = Buffer.alloc(0);
  let place = 0;
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    for (; held.length > whole; held = held.subarray(whole)) yield open(held.subarray(0, whole), key, place++, false);
  }
  yield open(held, key, place, true);
}

function seal(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer, key: Buffer, place: number, last: boolean): Buffer {
  const opened = tryOpen(sealed, key, nonceOf(place, last));
  if (opened) return opened;
  if (last && tryOpen(sealed, key, nonceOf(place, false)))
    throw new BackupError(`The backup is cut off after chunk ${place + 1}: what comes after it is missing.`);
  throw new BackupError(
    `The backup is damaged at chunk ${place + 1}: it was changed, cut off, or put into another order there. Take another backup.`,
  );
}

function tryOpen(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const text = decipher.update(sealed.subarray(0, -tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Returns the 12-byte nonce: the position, and a last byte that is 1 for the last chunk. */
function nonceOf(place: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
