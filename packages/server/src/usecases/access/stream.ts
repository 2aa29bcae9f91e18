/**
 * A stream of what `produce` gives. It starts when first read; `give` waits until the reader has room, and fails when the
 * reader has gone. What `produce` throws, the reader gets.
 */
export async function* streamOf<Item>(
  produce: (give: (item: Item) => Promise<void>) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const { readable, writable } = new TransformStream<Item, Item>();
  const writer = writable.getWriter();
  const produced = produce((item) => writer.write(item)).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  // A reader that has gone is no failure of the producer.
  produced.catch(() => undefined);
  yield* readable;
}
