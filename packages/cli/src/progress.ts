/** A line that shows the progress of long work. It is drawn only on a terminal. */
export function progressBar(stream: NodeJS.WriteStream) {
  const width = 24;
  let shown = 0;
  return {
    show(what: string, done: number, total: number | null): void {
      const now = performance.now();
      if (!stream.isTTY || now - shown < 50) return;
      shown = now;
      const part = total ? Math.min(1, done / total) : 0;
      const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░');
      stream.write(
        `\r\u001b[K${what} ${total ? `${bar} ${Math.floor(part * 100)} %  ` : ''}${done.toLocaleString('en')}${total ? ` of ${total.toLocaleString('en')}` : ''}`,
      );
    },
    clear(): void {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
