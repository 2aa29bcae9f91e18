import { type Ground, isReadable } from '@licet/contract';
import type { CSSProperties, ReactNode } from 'react';
import { Mark, Word } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type AppearanceValues, colourIn, isColour, shownColour } from './appearance-form.ts';
import { previewWords as words } from './words.ts';
import '../../ui/button.css';
import './appearance.css';

/** A preview of the sign-in page on light and dark grounds, from the unsaved form values. */
export function SignInPreview({ values, name }: { values: AppearanceValues; name: string }): ReactNode {
  return (
    <div className="sign-in-previews">
      {(['light', 'dark'] as const).map((ground) => (
        <figure key={ground}>
          <Miniature values={values} name={name} ground={ground} />
          <figcaption className="hint">
            {words.on[ground]}
            {isAdjusted(values, ground) && <span> · {words.adjusted}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Whether the shown colour differs from the entered one. */
function isAdjusted({ accent, accentDark }: AppearanceValues, ground: Ground): boolean {
  const colour = colourIn(ground === 'light' ? accent : accentDark);
  return isColour(colour) && !isReadable(colour, ground);
}

/** The same CSS variables as on the real sign-in pages: see appearance/accent.ts of the server. */
function coloursOf(values: AppearanceValues, ground: Ground): CSSProperties {
  if (!isColour(colourIn(values.accent))) return {};
  const onAccent = ground === 'light' ? 'var(--surface)' : 'var(--ground)';
  const tokens = { '--accent': shownColour(values, ground), '--accent-fill': 'var(--accent)', '--on-accent': onAccent };
  return tokens as CSSProperties;
}

const grounds: Readonly<Record<Ground, string>> = { light: 'on-light', dark: 'on-dark' };

function Miniature({ values, name, ground }: { values: AppearanceValues; name: string; ground: Ground }): ReactNode {
  const { logo, logoDark, icon } = values;
  const picture = ground === 'light' ? logo || logoDark : logoDark || logo;
  return (
    <div
      className={classNames('sign-in-preview', grounds[ground])}
      style={coloursOf(values, ground)}
      role="img"
      aria-label={words.on[ground]}
    >
      <div className="preview-head">
        {picture === '' ? (
          <span className="brand">
            {name === 'Licet' || name === '' ? (
              <>
                <Mark />
                <Word />
              </>
            ) : (
              <>
                {icon && <img src={icon} width={20} height={20} alt="" />}
                <b>{name}</b>
              </>
            )}
          </span>
        ) : (
          <img src={picture} alt="" />
        )}
      </div>
      <div className="preview-card">
        <b className="preview-title">{words.signIn}</b>
        <span>{words.login}</span>
        <span className="preview-field" />
        <span>{words.password}</span>
        <span className="preview-field" />
        <span className="button primary">{words.signIn}</span>
        <span className="link">{words.forgot}</span>
      </div>
      <div className="preview-foot">{picture !== '' && name}</div>
    </div>
  );
}
