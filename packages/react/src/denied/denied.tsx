'use client';

import type { On, PermissionName, RoleName } from '@licet/rule';
import { createElement, isValidElement, type ReactElement, type ReactNode, useContext, useRef } from 'react';
import { AccessContext } from '../access-provider.ts';
import type { Language } from '../language.ts';
import { later, useLater } from '../later.ts';
import { useRead } from '../use-read.ts';
import { DeniedButton, isPermitted, type RefusedProps, sentenceOf, useForgetful } from './denied-button.tsx';
import { useRefusedWords } from './refused-words.ts';

export type DeniedProps = (
  | { readonly permission: PermissionName; readonly role?: never }
  | { readonly role: RoleName; readonly permission?: never }
) & {
  /**
   * The resource on which the permission or the role is needed, and everything that it lies in: `shop:berlin`, or
   * `['shop:berlin', 'region:de']`. A refusal on a resource gives no explanation and offers no request.
   */
  readonly on?: On | undefined;
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
  /** `en`, `de` or a language of the provider, instead of the page's `lang` and the browser's language. */
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
export const Denied = ({ permission, role, on, children, place, theme, language }: DeniedProps): ReactNode => {
  const store = useContext(AccessContext);
  const refused = { store, subject: { permission, role, on }, place, theme, language };
  return isValidElement(children)
    ? createElement(DeniedButton, { ...refused, children })
    : createElement(CardWhenRefused, refused);
};

const card = /* @__PURE__ */ later(() => import('./denied-card.tsx'));

/** The card, or its sentence until the card is loaded. */
const CardWhenRefused = (props: RefusedProps): ReactNode => {
  const { store, subject, language } = props;
  const permitted = useRead(store, (read) => isPermitted(read, subject));
  const part = useLater(card, !permitted);
  useForgetful(store);
  const host = useRef<HTMLElement>(null);
  const words = useRefusedWords(language, store.languages, host, !permitted);
  if (permitted) return null;
  if (part) return createElement(part.DeniedCard, props);
  return createElement('licet-denied', { ref: host }, sentenceOf(words?.mayNotDo, subject));
};
