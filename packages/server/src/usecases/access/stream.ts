/**
 * Streams the items that `produce` passes to `give`. The work starts on the first read. `give` waits until the reader
 * has room. It fails if the reader disconnects, or takes longer than `patience` milliseconds for one item. Errors of
 * `produce` are passed to the reader.
 */
export async function* streamOf<Item>(
  produce: Produce<Item>,
  patience?: number,
): AsyncGenerator<Item, void, undefined> {
  yield* begun(produce, patience);
}

type Produce<Item> = (give: (item: Item) => Promise<void>) => Promise<void>;

/** Like {@link streamOf}, but the work starts immediately and finishes even if nobody reads. */
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
    taken.catch(() => undefined); // its error is ignored if nobody waits for it
    await Promise.race([taken, late]).finally(() => clearTimeout(timer));
  };
  const produced = produce(give).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  produced.catch(() => undefined);
  return readable;
}
