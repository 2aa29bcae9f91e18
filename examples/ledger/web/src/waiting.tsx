import type { ReactNode } from 'react';
import type { Loaded } from './licet.ts';

/** Shows loaded data. Until the data arrive, shows a placeholder. Shows a sentence if loading failed. */
export function Waiting<Data>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<Data> & { readonly reload: () => Promise<void> };
  readonly children: (data: Data) => ReactNode;
}) {
  if (loaded.state === 'loaded') return children(loaded.data);
  if (loaded.state === 'loading')
    return (
      <div className="ghosts" role="status" aria-label="Loading">
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <span key={line} />
        ))}
      </div>
    );
  return (
    <div className="failed">
      <p role="alert">{loaded.sentence}</p>
      <button type="button" onClick={() => void loaded.reload()}>
        Try again
      </button>
    </div>
  );
}
