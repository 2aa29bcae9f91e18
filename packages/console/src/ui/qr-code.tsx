import type { ReactNode } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** A text as a QR code (ISO/IEC 18004). Dark on light in both themes, because many cameras cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={data.map(rowPath).join('')} />
    </svg>
  );
}

/** The width of the empty margin in modules, as the standard requires. */
const quietZone = 4;

/** The dark modules of a row as an SVG path. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const begin = x;
    while (row[x]) x += 1;
    if (x > begin) path += `M${begin} ${y}h${x - begin}v1h-${x - begin}z`;
  }
  return path;
}
