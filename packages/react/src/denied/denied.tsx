'use client';

import type { PermissionName, RoleName } from '@licet/rule';
import { isValidElement, type ReactElement, type ReactNode, useContext } from 'react';
import { AccessContext } from '../access-provider.ts';
import type { Language } from '../language.ts';
import { DeniedButton } from './denied-button.tsx';
import { DeniedCard } from './denied-card.tsx';

export type DeniedProps = (
  | { readonly permission: PermissionName; readonly role?: never }
  | { readonly role: RoleName; readonly permission?: never }
) & {
  /** The refused button or link: one element that passes its properties and its ref to its DOM element. */
  readonly children?: ReactElement<object> | undefined;
  /**
   * Tells approvers where the user made the request, such as `invoice 2026-0417`. Default: the button's text and the
   * page's title.
   */
  readonly place?: string | undefined;
  /**
   * `light` or `dark`, instead of the system's preference. To set the theme for the whole page, set
   * `--licet-color-scheme` in the page's styles.
   */
  readonly theme?: 'light' | 'dark' | undefined;
  /** `en` or `de`, instead of the page's `lang` and the browser's language. */
  readonly language?: Language | undefined;
};

/**
 * Explains a refusal and lets the user request access. With a button as its child, it shows the button, which becomes
 * active as soon as the action is permitted. Without a child, it shows a card until access is permitted.
 *
 * @example
 * <Denied permission="invoices.refund" place="invoice 2026-0417">
 *   <button type="button">Refund</button>
 * </Denied>
 */
export const Denied = ({ permission, role, children, place, theme, language }: DeniedProps): ReactNode => {
  const store = useContext(AccessContext);
  const subject = { permission, role };
  return isValidElement(children) ? (
    <DeniedButton store={store} subject={subject} place={place} theme={theme} language={language}>
      {children}
    </DeniedButton>
  ) : (
    <DeniedCard store={store} subject={subject} place={place} theme={theme} language={language} />
  );
};
