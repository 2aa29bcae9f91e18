import './cell-grid.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { onColours, readColours } from './colours.ts';
import { CELL } from './geometry.ts';
import { type CellState, drawPictures } from './pictures.ts';

/** The legend of a grid: each cell state with its picture. */
export function CellLegend({
  label,
  states,
}: {
  label: string;
  states: readonly (readonly [state: CellState, meaning: string])[];
}): ReactNode {
  return (
    <ul className="cell-grid-legend" aria-label={label}>
      {states.map(([state, meaning]) => (
        <li key={state}>
          <CellPicture state={state} />
          {meaning}
        </li>
      ))}
    </ul>
  );
}

function CellPicture({ state }: { state: CellState }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paint = () => {
      const on = canvas.current?.getContext('2d');
      if (!on || !canvas.current) return;
      const picture = drawPictures(readColours(canvas.current.parentElement ?? document.body), 2)[state];
      on.clearRect(0, 0, CELL * 2, CELL * 2);
      on.drawImage(picture, 0, 0);
    };
    paint();
    return onColours(paint);
  }, [state]);
  return <canvas ref={canvas} width={CELL * 2} height={CELL * 2} />;
}
