import { inflateSync } from 'node:zlib';

/** An object of a PDF, with its stream uncompressed. */
interface Part {
  readonly id: number;
  /** The text of the object, without the stream and its compressed length. */
  readonly text: string;
  readonly data: Buffer;
}

/**
 * Returns the attachments of a PDF by name. Only PDFs of Licet can be read, so verify the seal first.
 * @throws Error
 */
export function attachedTo(file: Buffer): ReadonlyMap<string, Buffer> {
  const named = new Map<number, string>();
  const found = new Map<number, Buffer>();
  for (const { id, text, data } of partsOf(file)) {
    const spec = /\/Type \/Filespec\b.*?\/EF <<\s*\/F (\d+) 0 R\s*>>\s*\/UF \(([\w.-]+)\)/s.exec(text);
    if (spec) named.set(Number(spec[1]), spec[2] ?? '');
    if (/\/Type \/EmbeddedFile\b/.test(text)) found.set(id, data);
  }
  return new Map([...named].map(([id, name]) => [name, found.get(id) ?? strange()]));
}

/**
 * Returns whether two PDFs contain equal objects. The compression of streams is ignored, because it differs between
 * machines.
 */
export function saySame(one: Buffer, other: Buffer): boolean {
  const others = partsOf(other);
  for (const part of partsOf(one)) {
    const { value, done } = others.next();
    if (done || part.text !== value.text || !part.data.equals(value.data)) return false;
  }
  return others.next().done === true && ends(one) === ends(other);
}

/** Returns the text before the first object and after the table of objects, without the position of the table. */
function ends(file: Buffer): string {
  const { offsets, trailer } = tableOf(file);
  return file.toString('latin1', 0, Math.min(...offsets)) + trailer.replace(/startxref\n\d+\n/, '');
}

export function* partsOf(file: Buffer): Generator<Part> {
  const { offsets, end } = tableOf(file);
  const places = offsets.map((from, index) => ({ from, id: index + 1 })).sort((one, other) => one.from - other.from);
  for (const [index, { from, id }] of places.entries()) {
    const to = places[index + 1]?.from ?? end;
    const begins = from + file.subarray(from, to).indexOf('stream\n');
    const hasStream = begins >= from;
    const head = file.toString('latin1', from, hasStream ? begins : to);
    if (!head.startsWith(`${id} 0 obj\n`)) strange();
    const length = hasStream ? Number(/\/Length (\d+)\n/.exec(head)?.[1] ?? strange()) : 0;
    const data = hasStream ? file.subarray(begins + 7, begins + 7 + length) : nothing;
    const rest = hasStream ? file.toString('latin1', begins + 7 + length, to) : '';
    const unpacked = /\/Filter \/FlateDecode\n/.test(head) ? inflateSync(data, { maxOutputLength: most }) : data;
    yield { id, text: head.replace(/\/Length \d+\n/, '') + rest, data: unpacked };
  }
}

/** Reads the positions of the objects from the table at the end (ISO 32000-1 section 7.5.4). */
function tableOf(file: Buffer): { offsets: number[]; end: number; trailer: string } {
  const tail = file.toString('latin1', Math.max(0, file.length - 40));
  const end = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(tail)?.[1] ?? strange());
  const head = /^xref\n0 (\d+)\n/.exec(file.toString('latin1', end, end + 30)) ?? strange();
  const count = Number(head[1]) - 1;
  const first = end + head[0].length + entry;
  const after = first + entry * count;
  if (count < 1 || after > file.length) strange();
  const offsets = Array.from({ length: count }, (_, index) => {
    const at = first + entry * index;
    return Number(file.toString('latin1', at, at + 10));
  });
  return { offsets, end, trailer: file.toString('latin1', after) };
}

const entry = 20;
const nothing = Buffer.alloc(0);
const most = 1 << 30;

const strange = (): never => {
  throw new Error('The PDF is not laid out as Licet lays out evidence.');
};
