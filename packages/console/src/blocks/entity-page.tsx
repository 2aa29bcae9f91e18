import '../ui/panel.css';
import './entity-page.css';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useCopy } from '../ui/copy.tsx';
import { CheckIcon, CopyIcon } from '../ui/icons.tsx';
import { words as uiWords } from '../ui/words.ts';
import { Breakable } from './breakable.tsx';

/** The heading of a user's or a group's page: a picture, the name, and a line of details. */
export function EntityHeading({
  lead,
  name,
  detail,
}: {
  lead: ReactNode;
  name: string;
  detail?: ReactNode;
}): ReactNode {
  return (
    <div className="entity">
      {lead}
      <div className="entity-text">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {detail !== undefined && <div className="text-muted">{detail}</div>}
      </div>
    </div>
  );
}

/**
 * A list with facts beside it. If there is no room, the facts are in a second tab. An open panel replaces the facts.
 */
export function WithFacts({
  label,
  facts,
  panel,
  children,
}: {
  label: string;
  facts: ReactNode;
  panel?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={panel ? 'split' : 'split list-first with-facts'}>
      <div className="split-main">{children}</div>
      {panel || (
        <aside className="panel hide-on-phone hide-when-narrow" aria-label={label}>
          <div className="panel-body facts-side">{facts}</div>
        </aside>
      )}
    </div>
  );
}

/** A fact with a copy button, such as an identifier. */
export function CopyValue({ label, value }: { label: string; value: string }): ReactNode {
  const [copied, copy] = useCopy(value);
  return (
    <span className="copy-value">
      <code>
        <Breakable text={value} />
      </code>
      <IconButton small icon={copied ? CheckIcon : CopyIcon} label={copied ? uiWords.copied : label} onClick={copy} />
    </span>
  );
}
