import { useAccess } from '@licet/react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** When the person's own rights change, asks again whether they may be where they are. */
export function useFollowAccess(): void {
  const { status, roles, permissions } = useAccess();
  const router = useRouter();
  const held = status === 'valid' ? JSON.stringify([roles, permissions]) : undefined;
  const known = useRef(held);
  useEffect(() => {
    if (held === undefined || held === known.current) return;
    known.current = held;
    void router.invalidate();
  }, [held, router]);
}
