import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import { viewWords as words } from './words.ts';

/** Switches between the mail settings and the mails themselves. */
export function MailViews({ view }: { view: 'mail' | 'outbox' }): ReactNode {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      label={words.label}
      choices={views}
      value={view}
      onChange={(tab) => void navigate({ to: '/settings/$tab', params: { tab } })}
    />
  );
}

const views = [
  { value: 'mail', label: words.mail },
  { value: 'outbox', label: words.outbox },
] as const;
