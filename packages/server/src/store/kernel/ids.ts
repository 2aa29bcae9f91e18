import { randomFillSync } from 'node:crypto';

/** A new id: UUID version 7 (RFC 9562 section 5.7): milliseconds, then 74 random bits. */
export function newId(): string {
  randomFillSync(bytes);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const bytes = Buffer.alloc(16);
