/**
 * Yields the objects of a JSON lines response as they arrive.
 * @throws when the connection breaks, also in the middle of a line
 */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Line;
      if (done) return;
    }
  } finally {
    // A caller that stops early wants no more of it.
    await reader.cancel().catch(() => undefined);
  }
}
