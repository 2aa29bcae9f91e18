import { Fragment, type ReactNode } from 'react';

/**
 * Inserts elements into a sentence: `say('Nothing {who} holds brings {permission}.', { who, permission: <code>…</code>
 * })`.
 */
export function say(sentence: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((piece, place) => {
    const key = `${place} ${piece}`;
    return <Fragment key={key}>{place % 2 === 0 ? piece : elements[piece]}</Fragment>;
  });
}
