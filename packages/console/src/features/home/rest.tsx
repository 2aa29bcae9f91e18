import type { Home, Missing } from '@licet/contract';
import type { ReactNode } from 'react';
import { type IconType, KeyRoundIcon, LogInIcon } from '../../ui/icon.tsx';
import { ChevronRightIcon, FingerprintIcon, MailIcon, Trash2Icon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt } from '../../ui/time.tsx';
import type { ViewerKind } from './kind.ts';
import { MyApplications, MyRequests } from './my-access.tsx';
import { words } from './words.ts';
import './home.css';

const MayTake = lateComponent(() => import('./may-take.tsx').then((it) => it.MayTake));

/** The properties of the Home of each kind of viewer. */
export interface HomeOf {
  home: Home;
  kind: ViewerKind;
}

/** The end of the Home of users with duties: what needs attention, and their own access. */
export function Rest({ home }: { home: Home }): ReactNode {
  return (
    <div className="home-row">
      <ToLookAt home={home} />
      <MyApplications mine={home.applications} />
      <MyRequests requests={home.requests} />
      <MayTake />
    </div>
  );
}

const missingIcons: Readonly<Record<Missing, IconType>> = {
  second_factor: FingerprintIcon,
  recovery: KeyRoundIcon,
  sign_in: LogInIcon,
};

/**
 * Held mails, requested deletions, keys of programs that end, and users without a strong sign-in. Each line links to
 * its list.
 */
function ToLookAt({ home }: { home: Home }): ReactNode {
  const { mailsHeld, deletionsAsked, endingKeys, health } = home;
  const missing = health
    ? ([
        ['second_factor', health.secondFactor],
        ['recovery', health.recovery],
        ['sign_in', health.signIn],
      ] as const)
    : [];
  const lacking = missing.filter(([, count]) => count > 0);
  if (!mailsHeld && !deletionsAsked && endingKeys.length === 0 && lacking.length === 0) return null;
  return (
    <Section title={words.toLookAt}>
      <div className="lines">
        {mailsHeld ? (
          <PlainLink to="/settings/$tab" params={{ tab: 'mail' }}>
            <Line icon={MailIcon} title={words.mailsHeld(mailsHeld)} text={words.mailsHeldText} />
          </PlainLink>
        ) : null}
        {deletionsAsked ? (
          <PlainLink to="/users" search={{ deletion: 'asked' }}>
            <Line icon={Trash2Icon} title={words.deletionsAsked(deletionsAsked)} text={words.deletionsText} />
          </PlainLink>
        ) : null}
        {endingKeys.map(({ key, client, application }) => (
          <PlainLink
            key={key.id}
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'clients', open: client.id }}
          >
            <Line
              icon={KeyRoundIcon}
              title={words.keyOf(key.name, client.name)}
              text={words.keyIn(application.name)}
              end={key.ended ? <StatusTag kind="no">{words.keyEnded}</StatusTag> : <EndsAt at={key.endsAt} />}
            />
          </PlainLink>
        ))}
        {lacking.map(([what, count]) => (
          <PlainLink key={what} to="/users" search={{ missing: what }}>
            <Line icon={missingIcons[what]} title={words.missing[what](count)} text={words.missingText[what]} />
          </PlainLink>
        ))}
      </div>
    </Section>
  );
}

/** The content of a line: an icon, a title, a sentence, and what is at the end. */
function Line({
  icon: Icon,
  title,
  text,
  end,
}: {
  icon: IconType;
  title: string;
  text: string;
  end?: ReactNode;
}): ReactNode {
  return (
    <>
      <Icon />
      <span className="grow">
        <span className="block">{title}</span>
        <span className="text-faint small block">{text}</span>
      </span>
      {end !== undefined && <span className="small nowrap">{end}</span>}
      <ChevronRightIcon className="hide-on-phone" />
    </>
  );
}
