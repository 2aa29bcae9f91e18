import type { ReactNode } from 'react';
import { ChevronRightIcon, FingerprintIcon, MonitorIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { InboxIcon } from '../../ui/page-icons.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';

/** What everybody can do here for themselves, whatever they may do elsewhere. */
export function MyWays(): ReactNode {
  const { ask, signIn, sessions } = words.ways;
  return (
    <Section title={words.waysTitle}>
      <div className="lines">
        <PlainLink to="/requests" search={{ view: 'catalogue' }}>
          <InboxIcon />
          <Way {...ask} />
        </PlainLink>
        <PlainLink to="/me" search={{ tab: 'credentials' }}>
          <FingerprintIcon />
          <Way {...signIn} />
        </PlainLink>
        <PlainLink to="/me" search={{ tab: 'sessions' }}>
          <MonitorIcon />
          <Way {...sessions} />
        </PlainLink>
      </div>
    </Section>
  );
}

function Way({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <>
      <span className="grow">
        <b className="block">{title}</b>
        <span className="text-faint small block">{text}</span>
      </span>
      <ChevronRightIcon className="hide-on-phone" />
    </>
  );
}
