import type { Home, Missing } from '@licet/contract';
import type { ReactNode } from 'react';
import type { IconType } from '../../ui/icon.tsx';
import { ChevronRightIcon, FingerprintIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { KeyRoundIcon, LogInIcon } from '../../ui/page-icons.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { words } from './words.ts';

/** What people lack of a safe sign-in: each line leads to who they are. */
export function SignInHealth({
  health: { secondFactor, recovery, signIn },
}: {
  health: NonNullable<Home['health']>;
}): ReactNode {
  const all = [
    ['second_factor', secondFactor],
    ['recovery', recovery],
    ['sign_in', signIn],
  ] as const;
  const lines = all.filter(([, count]) => count > 0);
  if (lines.length === 0) return null;
  return (
    <Section title={words.health}>
      <Lines>
        {lines.map(([missing, count]) => (
          <HealthLine key={missing} missing={missing} count={count} />
        ))}
      </Lines>
    </Section>
  );
}

function HealthLine({ missing, count }: { missing: Missing; count: number }): ReactNode {
  const Shown = icons[missing];
  return (
    <PlainLink to="/users" search={{ missing }}>
      <Shown />
      <span className="grow">
        <span className="block">{words.missing[missing](count)}</span>
        <span className="text-faint small block">{words.missingText[missing]}</span>
      </span>
      <ChevronRightIcon />
    </PlainLink>
  );
}

const icons: Readonly<Record<Missing, IconType>> = {
  second_factor: FingerprintIcon,
  recovery: KeyRoundIcon,
  sign_in: LogInIcon,
};
