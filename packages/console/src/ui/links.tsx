import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { IconType } from './icon.tsx';
import './button.css';

type AnchorProps = ComponentPropsWithRef<'a'>;

/** A link in a sentence or at the end of a section's head: `<TextLink to="/audit">Audit</TextLink>`. */
export const TextLink = createLink(TextAnchor);

/** A link that looks like a button. Takes `kind`, `small` and `icon` as `Button` does. */
export const ButtonLink = createLink(ButtonAnchor);

/** A tab of `Tabs`. It is a link, so that the URL contains the open tab. `n` is a count. */
export const Tab = createLink(TabAnchor);

/** One level of `Breadcrumbs`. */
export const Crumb = createLink(PlainAnchor);

/** An unstyled link: the name of a row, or a whole line of `.lines`. */
export const PlainLink = createLink(PlainAnchor);

interface ButtonAnchorProps extends AnchorProps {
  kind?: 'plain' | 'primary' | 'quiet' | undefined;
  small?: boolean | undefined;
  icon?: IconType | undefined;
}

function TextAnchor({ className, ...rest }: AnchorProps): ReactNode {
  return <a {...rest} className={classNames('link', className)} />;
}

function PlainAnchor(props: AnchorProps): ReactNode {
  return <a {...props} />;
}

function ButtonAnchor({ kind, small, icon: Shown, className, children, ...rest }: ButtonAnchorProps): ReactNode {
  return (
    <a {...rest} className={classNames('button', kind !== 'plain' && kind, small && 'compact', className)}>
      {Shown && <Shown small={small} />}
      {children}
    </a>
  );
}

function TabAnchor({ n, children, ...rest }: AnchorProps & { n?: number | string | undefined }): ReactNode {
  return (
    <a {...rest}>
      {children}
      {n !== undefined && <span className="number">{n}</span>}
    </a>
  );
}
