'use client';

import { useEffect, useState } from 'react';
import { type Box, boxesOf } from './boxes.ts';
import { type FoundGuard, findGuards } from './find-guards.ts';

export interface Page {
  readonly guards: readonly FoundGuard[];
  readonly boxes: readonly Box[];
}

/** The guards of the page and their places, looked at again when anything moves; nothing at all while it is off. */
export const useGuards = (host: Element | null, on: boolean): Page => {
  const [page, setPage] = useState(EMPTY);
  useEffect(() => {
    if (!host || !on) return;
    let frame = 0;
    const look = () => {
      const guards = findGuards(host);
      setPage({ guards, boxes: boxesOf(guards) });
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const mutations = new MutationObserver(soon);
    mutations.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    // What moves without a trace in the document, and what a hook answers without drawing anything.
    const timer = setInterval(look, 1000);
    window.addEventListener('scroll', soon, { capture: true, passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      mutations.disconnect();
      clearInterval(timer);
      window.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
    };
  }, [host, on]);
  return on ? page : EMPTY;
};

const EMPTY: Page = { guards: [], boxes: [] };
