/**
 * A stream of what `produce` yields. It starts on the first read. `give` waits until the reader has room, and fails
 * if the reader is gone or takes longer than `patience` milliseconds for one piece. The reader gets errors of
 * `produce`.
 */
export async function* streamOf<Item>(
  produce: Produce<Item>,
  patience?: number,
): AsyncGenerator<Item, void, undefined> {
  yield* begun(produce, patience);
}

type Produce<Item> = (give: (item: Item) => Promise<void>) => Promise<void>;

/** The same, but the work starts immediately and finishes even if nobody reads. */
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
