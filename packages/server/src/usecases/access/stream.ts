/**
 * A stream of what `produce` gives. It starts when first read; `give` waits until the reader has room, and fails when the
 * reader has gone, or takes longer than `patience` milliseconds for one piece. What `produce` throws, the reader gets.
 */
export async function* streamOf<Item>(
  produce: Produce<Item>,
  patience?: number,
): AsyncGenerator<Item, void, undefined> {
  yield* begun(produce, patience);
}

type Produce<Item> = (give: (item: Item) => Promise<void>) => Promise<void>;

/** The same for work that begins at once, and goes on to its end even when nobody reads. */
export function begun<Item>(produce: Produce<Item>, patience?: number): ReadableStream<Item> {
  const { readable, writable } = new TransformStream<Item, Item>();
  const writer = writable.getWriter();
  const give = async (item: Item) => {
    const taken = writer.write(item);
    if (patience === undefined) return taken;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The reader took no more.')), patience);
    });
    taken.catch(() => undefined); // it may fail when nobody waits for it any more
    await Promise.race([taken, late]).finally(() => clearTimeout(timer));
  };
  const produced = produce(give).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  produced.catch(() => undefined);
  return readable;
}
