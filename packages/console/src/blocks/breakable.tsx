import { Fragment, type ReactNode } from 'react';

/** A name without spaces, such as a permission or an e-mail address. Lines preferably break after its punctuation. */
export function Breakable({ text }: { text: string }): ReactNode {
  return text.split(/(?<=[.:/@_-])(?=[^.:/@_-])/).map((part, place) => {
    const key = `${place} ${part}`;
    return (
      <Fragment key={key}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
