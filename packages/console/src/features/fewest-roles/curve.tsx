import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../ui/format.ts';
import { stroked } from '../../ui/icon.tsx';
import type { CurvePoint } from './compute.ts';
import { curveWords as words } from './words.ts';

const TableIcon = /* @__PURE__ */ stroked(
  'M4 4h16a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM3 10h18M3 15h18M12 4v16',
);
/** More points would overlap on a phone. */
const POINTS_SHOWN = 12;

interface CurveProps {
  points: readonly CurvePoint[];
  /** The number of roles now. */
  now: number;
  chosen: CurvePoint;
  onChoose: (point: CurvePoint) => void;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
}

/** The curve of the number of roles against deviations: a picture whose points are radio buttons, or a table. */
export function Curve(props: CurveProps): ReactNode {
  const { asTable, onTable } = props;
  return (
    <section className="fewest-frame">
      <div className="fewest-frame-head">
        <h2>{words.title}</h2>
        <IconButton
          small
          icon={TableIcon}
          label={asTable ? words.asPicture : words.asTable}
          aria-pressed={asTable}
          onClick={() => onTable(!asTable)}
        />
      </div>
      <p className="text-muted">{words.text}</p>
      {asTable ? <CurveTable {...props} /> : <CurvePicture {...props} />}
    </section>
  );
}

function CurvePicture({ points, now, chosen, onChoose }: CurveProps): ReactNode {
  const shown = sampled(points, chosen);
  const fewest = points[0]?.roles.length ?? 0;
  const first = Math.max(now, fewest);
  const last = points.at(-1)?.roles.length ?? fewest;
  const top = topOf(points.at(-1)?.missing ?? 0);
  const along = (roles: number) => (first === last ? 50 : ((first - roles) / (first - last)) * 100);
  const up = (missing: number) => 100 - (missing / top) * 100;
  const line = points.map(({ roles, missing }) => `${along(roles.length)} ${up(missing)}`).join('L');
  const start = `${along(first)} 100L`;
  return (
    <div className="fewest-picture" dir="ltr">
      <div className="fewest-heights text-faint" aria-hidden>
        {[0, top / 2, top].map((height) => (
          <span key={height} style={{ bottom: `${(height / top) * 100}%` }}>
            {Number.isInteger(height) && formatNumber(height, { notation: 'compact' })}
          </span>
        ))}
      </div>
      <div className="fewest-ground" role="radiogroup" aria-label={words.points}>
        <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="fewest-rule" d="M0 0H100M0 50H100M0 100H100" />
          <path className="fewest-area" d={`M${start}${line}L${along(last)} 100Z`} />
          <path className="fewest-line" d={`M${start}${line}`} />
        </svg>
        <span
          className="fewest-exactly text-muted"
          data-side={along(fewest) > 65 ? 'end' : along(fewest) < 35 ? 'start' : 'middle'}
          style={{ left: `${along(fewest)}%` }}
          aria-hidden
        >
          <span>{words.exactly}</span>
        </span>
        {now > fewest && (
          <span className="fewest-now" style={{ left: '0%' }} aria-hidden>
            <i />
            <span>
              {formatNumber(now)}
              <small>{words.now}</small>
            </span>
          </span>
        )}
        {shown.map((point) => {
          const { roles, missing } = point;
          return (
            <label
              key={roles.length}
              className={classNames('fewest-point', point === chosen && 'chosen')}
              style={{ left: `${along(roles.length)}%`, top: `${up(missing)}%` }}
              title={words.point(roles.length, missing)}
            >
              <input
                type="radio"
                name="fewest-point"
                checked={point === chosen}
                aria-label={words.point(roles.length, missing)}
                onChange={() => onChoose(point)}
              />
              {missing > 0 && <span className="fewest-missing">{formatNumber(missing)}</span>}
            </label>
          );
        })}
        <div className="fewest-counts text-faint" aria-hidden>
          {shown.map((point) => (
            <span
              key={point.roles.length}
              className={classNames(point === chosen && 'chosen')}
              style={{ left: `${along(point.roles.length)}%` }}
            >
              {formatNumber(point.roles.length)}
            </span>
          ))}
        </div>
      </div>
      <p className="fewest-axis text-faint" aria-hidden>
        {words.roles}
      </p>
    </div>
  );
}

function CurveTable({ points, chosen, onChoose }: CurveProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="fewest-table" tabIndex={0} aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.rolesHead}</th>
            <th scope="col">{words.missingHead}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.roles.length} aria-current={point === chosen ? 'true' : undefined}>
              <th scope="row">{formatNumber(point.roles.length)}</th>
              <td>{formatNumber(point.missing)}</td>
              <td>
                <button
                  type="button"
                  className="link small"
                  aria-label={`${words.show}: ${words.point(point.roles.length, point.missing)}`}
                  onClick={() => onChoose(point)}
                >
                  {words.show}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Evenly spaced points. They always include the first, the last and the chosen point. */
function sampled(points: readonly CurvePoint[], chosen: CurvePoint): readonly CurvePoint[] {
  if (points.length <= POINTS_SHOWN) return points;
  const step = (points.length - 1) / (POINTS_SHOWN - 1);
  const places = new Set(Array.from({ length: POINTS_SHOWN }, (_, n) => Math.round(n * step)));
  places.add(points.indexOf(chosen));
  return points.filter((_, place) => places.has(place));
}

/** The smallest of 2, 5, 10, 25, 50, 75, 100, 125, 150 … that is at least `most`. */
function topOf(most: number): number {
  const small = [2, 5, 10, 25, 50, 75, 100].find((top) => top >= most);
  if (small !== undefined) return small;
  const unit = 10 ** Math.floor(Math.log10(most)) / 4;
  return Math.ceil(most / unit) * unit;
}
